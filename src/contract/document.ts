/** Types of the parts of the contract document that the engine reads: OpenAPI 3.1 plus our `x-` fields. */

import type { Level, Schema } from '../schema/schema.ts';
import type { Sort } from './sort.ts';
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
  | { readonly value: string };

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

/** How a filter compares a member of an item with the requested value. Bounds are inclusive. */
export type Relation = 'equals' | 'at-least' | 'at-most';

/** A paging parameter, and where an answer repeats the value that it used. */
export interface Paging {
  readonly parameter: string;
  readonly echo?: string;
}

/** A parameter that filters items by one of their members. */
export interface Filter {
  readonly parameter: string;
  readonly member: string;
  readonly relation: Relation;
  /** It is not said whether the bound itself belongs to it. */
  readonly open?: true;
  /** Values of the member that may stand for others. An item with one may be in any answer, but need not be. */
  readonly loose?: { readonly values: readonly string[] };
  /** All values that the member may have, if the document lists them. No item can match any other value. */
  readonly shown?: readonly unknown[];
}

/** Members that a search matches but the listing does not show, and the operation that returns them. */
export interface Hidden {
  readonly operation: string;
  /** The path parameter that takes the id of an item. */
  readonly path: string;
  /** The place of each member in its answer. */
  readonly members: Readonly<Record<string, string>>;
  /** The place of the item in its answer, and the members that identify it in the listing. */
  readonly item: string;
  readonly same: readonly string[];
  /** The listing whose ids the operation takes, if it is another one. */
  readonly 'listed-by'?: string;
}

/** The parameter that searches, and the members that it matches. */
export interface Search {
  readonly parameter: string;
  readonly members: readonly string[];
  /** Values of a member that only stand for the searched text. They may match, but need not. */
  readonly loose?: Readonly<Record<string, readonly string[]>>;
  /** The document says that case is ignored, or that an item contains the text: then a part of a word finds it, too. */
  readonly ignoresCase?: boolean;
  readonly contains?: boolean;
  readonly hidden?: Hidden;
}

/** What an answer says about all items: their total, their count by value of a member, or the range of a member. */
export type Summary =
  | { readonly total: string }
  | { readonly counts: string; readonly member: string }
  | { readonly range: string; readonly member: string };

/** The operation that returns one item, and the members that it shows with the same value as the listing. */
export interface Opening {
  readonly operation: string;
  readonly path: string;
  /** The place of the item in its answer. Default: the whole answer. */
  readonly item?: string;
  readonly id?: string;
  readonly same: readonly string[];
  /** Texts have to be identical and lists in the same order. Otherwise only the letters of a text count. */
  readonly exactly?: boolean;
  /** Lists whose order means nothing. */
  readonly unordered?: readonly string[];
}

/**
 * Where an answer names the next page: the value of a parameter, or an address (in a header: RFC 8288). `item`: the member of
 * the last item that is the value, unless the flag at `more` is false.
 */
export type NextPage = string | { readonly header: string } | { readonly item: string; readonly more?: string };

/** `x-listing`: how an operation lists, filters, sorts, searches and pages. `recognised`: derived from the document's shape. */
export interface ListingNode {
  readonly recognised?: boolean;
  /** The place of the payload, one entry for each branch that defines it. Default: the whole answer. */
  readonly payload?: readonly { readonly at: string }[];
  readonly items: string;
  readonly id: string;
  readonly total?: string | { readonly header: string };
  readonly pages?: string;
  readonly page?: Paging & { readonly as?: 'page' | 'page-from-0' | 'offset' };
  readonly size: Paging;
  readonly cursor?: { readonly parameter?: string; readonly next: NextPage };
  readonly filters?: readonly Filter[];
  readonly sort?: Sort;
  readonly search?: Search;
  readonly summaries?: readonly Summary[];
  readonly opens?: Opening;
  /** The section of the contract that the derived clauses belong to. */
  readonly section?: string;
}
