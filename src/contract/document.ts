/** Types of the parts of the contract document that the engine reads: OpenAPI 3.1 plus our `x-` fields. */

import type { Level, Schema } from '../schema/schema.ts';
import type { ListingNode } from './listing-node.ts';
export interface ExampleNode {
  readonly summary?: string;
  readonly value?: unknown;
  readonly 'x-branch'?: string;
}

export interface MediaTypeNode {
  readonly schema?: Schema;
  readonly examples?: Readonly<Record<string, ExampleNode>>;
  readonly 'x-branch'?: string;
  /** A request body in which `$samples…` is replaced by the user's samples. It takes precedence over the examples. */
  readonly 'x-template'?: unknown;
}

export interface ResponseNode {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Partial<ParameterNode>>>;
  readonly content?: Readonly<Record<string, MediaTypeNode>>;
  readonly 'x-branch'?: string;
  /** The condition of the target that this response reports, such as a missing backing service. */
  readonly 'x-condition'?: string | ConditionNode;
}

/** A condition with a name. Checks use the name to ask whether an answer reports the condition. */
export interface ConditionNode {
  readonly name: string;
  readonly means: string;
}

/** A source of values for a parameter. */
export type SourceNode =
  | { readonly sample: string }
  | { readonly operation: string; readonly pointer: string }
  | { readonly value: string }
  /** A new id, which the request chooses. */
  | { readonly made: true };

export interface ParameterNode {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header' | 'cookie';
  readonly required?: boolean;
  readonly style?: string;
  readonly explode?: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, ExampleNode>>;
  readonly 'x-sources'?: readonly SourceNode[];
}

export interface ClauseNode {
  readonly level: Level;
  readonly text: string;
  readonly section: string;
  readonly needs?: readonly string[];
  /** Why a black-box client cannot see it; such a clause has no check. */
  readonly unobservable?: string;
  readonly 'x-branch'?: string;
  /** A relation between places of each answer and of its request that always holds: src/relations/invariants. */
  readonly invariant?: unknown;
  /** The aspect of the life of a resource that the clause is about: src/relations/resource. */
  readonly life?: string;
}

export interface OperationNode {
  readonly description?: string;
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly parameters?: readonly ParameterNode[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, MediaTypeNode>> };
  readonly responses: Readonly<Record<string, ResponseNode>>;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly 'x-clauses'?: Readonly<Record<string, ClauseNode>>;
  readonly 'x-rejects'?: Readonly<Record<string, string>>;
  /** The longest time that the operation may take, in seconds. */
  readonly 'x-max-duration'?: number;
  /** Combinations of valid parameters that may be refused, because the contract says nothing about them. */
  readonly 'x-open'?: readonly (
    | { readonly greater: readonly [string, string] }
    | { readonly above: readonly [string, number] }
  )[];
  /** The number of requests allowed per window, by tier, and the places in the answer that report the rate limit. */
  readonly 'x-rate-limits'?: {
    readonly windowMs: number;
    readonly tiers: Readonly<Record<string, number>>;
    readonly status: Readonly<Record<'limit' | 'remaining' | 'reset', string>>;
  };
  /** What makes the operation a listing that is filtered, sorted, searched and paged. */
  readonly 'x-listing'?: ListingNode;
  /** True: a valid request costs the owner of the target something, so none is sent twice. */
  readonly 'x-costly'?: boolean;
  /** The permission that sending a valid request needs; null: none. */
  readonly 'x-permission'?: string | null;
  /** A resource to spare, so that real requests can test who is refused, and where GET shows members of their body. */
  readonly 'x-expendable'?: {
    readonly sample: string;
    readonly permission: string;
    readonly body?: Readonly<Record<string, string>>;
  };
  /** Where a success has the thing that it is about, as `/data`; default its root. */
  readonly 'x-payload'?: string;
  /** Where its body has the thing that it sends, as `/wall`; default its root. */
  readonly 'x-wrapped'?: string;
  /** The resource that the operation creates, and how it is listed and deleted: src/relations/resource. */
  readonly 'x-resource'?: unknown;
  /** The names of the members of answers that hold a secret. */
  readonly 'x-secrets'?: readonly string[];
  /** The operation that removes what this one creates, and where the answer has each path value (`$path.x`: as requested). */
  readonly 'x-undo'?: { readonly operation: string; readonly path: Readonly<Record<string, string>> };
}

export interface SecuritySchemeNode {
  readonly type: string;
  readonly in?: string;
  readonly name?: string;
  readonly scheme?: string;
  /** The name of the credential in target files; null: no target file gives it. */
  readonly 'x-role'?: string | null;
  readonly 'x-environment'?: string;
}

/** A JSON Schema over one exchange (its request and its response as received), and the operations that it applies to. */
export interface SignNode {
  readonly operations: readonly string[];
  readonly exchange: Schema;
}

export interface BranchNode {
  readonly means: string;
  readonly 'stated-by': string;
  /** Exchanges that only this branch allows. */
  readonly sign?: SignNode;
  /** Exchanges that count for this branch unless one shows another branch. */
  readonly default?: SignNode;
  /** Other branches whose requirements this one also meets. */
  readonly satisfies?: readonly string[];
}

export interface ConflictNode {
  readonly question: string;
  readonly section: string;
  readonly operations: readonly string[];
  readonly branches: Readonly<Record<string, BranchNode>>;
  /** For a conflict about requests: the request whose answer tells the branches apart. */
  readonly probe?: { readonly operation: string; readonly body: unknown };
  /** Besides the probe, clauses whose checks get answers that tell the branches apart. */
  readonly 'shown-by'?: readonly string[];
}

export interface ContractDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationNode>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly securitySchemes?: Readonly<Record<string, SecuritySchemeNode>>;
  };
  readonly security?: OperationNode['security'];
  readonly 'x-conflicts': Readonly<Record<string, ConflictNode>>;
  readonly 'x-clauses'?: Readonly<Record<string, ClauseNode>>;
}
