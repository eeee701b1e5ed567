/** The shapes of the contract document, as far as the engine reads them. OpenAPI 3.1 plus our `x-` fields. */

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
  /** A request body with `$samples…` in it, to be filled from the user's samples; it goes before the examples. */
  readonly 'x-template'?: unknown;
}

export interface ResponseNode {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Partial<ParameterNode>>>;
  readonly content?: Readonly<Record<string, MediaTypeNode>>;
  readonly 'x-branch'?: string;
  /** The condition of the target that this answer tells of, such as a backing service that is absent. */
  readonly 'x-condition'?: string | ConditionNode;
}

/** A condition with a name, by which checks can ask whether an answer tells of it. */
export interface ConditionNode {
  readonly name: string;
  readonly means: string;
}

/** Where a value for a parameter can be had, in order of preference. */
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
  /** What every answer keeps to, as a relation between its places and those of its request: src/relations/invariants. */
  readonly invariant?: unknown;
  /** The aspect of the life of a resource that it speaks of: src/relations/resource. */
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
  /** The longest time the operation may take, in seconds, where the contract names one. */
  readonly 'x-max-duration'?: number;
  /** Combinations of valid parameters that may be refused, because the contract says nothing about them. */
  readonly 'x-open'?: readonly (
    | { readonly greater: readonly [string, string] }
    | { readonly above: readonly [string, number] }
  )[];
  /** So many requests are allowed within one window, by tier; and where the operation's answer tells what is left. */
  readonly 'x-rate-limits'?: {
    readonly windowMs: number;
    readonly tiers: Readonly<Record<string, number>>;
    readonly status: Readonly<Record<'limit' | 'remaining' | 'reset', string>>;
  };
  /** What makes the operation a listing that is filtered, sorted, searched and paged. */
  readonly 'x-listing'?: ListingNode;
  /** True: a valid request costs the target's owner something, so none is sent twice. */
  readonly 'x-costly'?: boolean;
  /** The permission that sending a valid request needs; null: none. */
  readonly 'x-permission'?: string | null;
  /**
   * What the target's owner may give away, so that it is tried in earnest who is refused: its sample and permission, and
   * members of a body with the places of their values in the answer of GET at the same address.
   */
  readonly 'x-expendable'?: {
    readonly sample: string;
    readonly permission: string;
    readonly body?: Readonly<Record<string, string>>;
  };
  /** What the operation creates, as a thing that is listed and deleted: src/relations/resource. */
  readonly 'x-resource'?: unknown;
  /** The names of the members of its answers that hold a secret. */
  readonly 'x-secrets'?: readonly string[];
  /** What removes what it creates, and where the answer has each path value; `$path.<name>`: the one it was asked with. */
  readonly 'x-undo'?: { readonly operation: string; readonly path: Readonly<Record<string, string>> };
}

export interface SecuritySchemeNode {
  readonly type: string;
  readonly in?: string;
  readonly name?: string;
  readonly scheme?: string;
  /** The name of the credential in target files; null where no target file gives it. */
  readonly 'x-role'?: string | null;
  readonly 'x-environment'?: string;
}

/** Which exchanges a JSON Schema over one exchange speaks about: its request, and its response as it was received. */
export interface SignNode {
  readonly operations: readonly string[];
  readonly exchange: Schema;
}

export interface BranchNode {
  readonly means: string;
  readonly 'stated-by': string;
  /** Exchanges that can be of this branch alone. */
  readonly sign?: SignNode;
  /** Exchanges that count for this branch as long as none shows another. */
  readonly default?: SignNode;
  /** Other branches whose demands this one meets as well. */
  readonly satisfies?: readonly string[];
}

export interface ConflictNode {
  readonly question: string;
  readonly section: string;
  readonly operations: readonly string[];
  readonly branches: Readonly<Record<string, BranchNode>>;
  /** For a conflict about requests: the request whose answer tells the branches apart. */
  readonly probe?: { readonly operation: string; readonly body: unknown };
  /** The clauses whose checks ask for the answers that tell the branches apart, beside the probe. */
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

/** How a filter compares a member of an item with the value that was asked for. Bounds include their own value. */
export type Relation = 'equals' | 'at-least' | 'at-most';

/** A parameter that pages, and where an answer tells what it took for it. */
export interface Paging {
  readonly parameter: string;
  readonly echo?: string;
}

/** A parameter that leaves out items by one of their members. */
export interface Filter {
  readonly parameter: string;
  readonly member: string;
  readonly relation: Relation;
  /** Values of the member that may stand for others: such an item may be in any answer, and need not be in one. */
  readonly loose?: { readonly values: readonly string[] };
  /** All values that the member may have, where the document names them: no item can show that it equals another one. */
  readonly shown?: readonly unknown[];
}

/** Members that a search looks at and a listing does not show, and the operation that tells them. */
export interface Hidden {
  readonly operation: string;
  /** The path parameter that takes the id of an item. */
  readonly path: string;
  /** Where each member stands in its answer. */
  readonly members: Readonly<Record<string, string>>;
  /** Where the item stands in its answer, and the members by which it is told among those of the listing. */
  readonly item: string;
  readonly same: readonly string[];
  /** The listing whose ids the operation takes, where it is another one. */
  readonly 'listed-by'?: string;
}

/** The parameter that searches, and the members that it matches. */
export interface Search {
  readonly parameter: string;
  readonly members: readonly string[];
  /** Values of a member that stand for what is searched without being it: they may match, and need not. */
  readonly loose?: Readonly<Record<string, readonly string[]>>;
  readonly hidden?: Hidden;
}

/** What an answer tells of all its items: how many they are, how many of each value of a member, or from where to where one runs. */
export type Summary =
  | { readonly total: string }
  | { readonly counts: string; readonly member: string }
  | { readonly range: string; readonly member: string };

/** The operation that opens one item, and the members that it shows as the listing does. */
export interface Opening {
  readonly operation: string;
  readonly path: string;
  /** Where the item stands in its answer; the whole answer unless told. */
  readonly item?: string;
  readonly id?: string;
  readonly same: readonly string[];
  /** It shows the very record that is listed: texts sign by sign, lists in their order. Otherwise the letters of a text count. */
  readonly exactly?: boolean;
  /** Lists whose order means nothing. */
  readonly unordered?: readonly string[];
}

/** `x-listing`: what makes an operation a listing that is filtered, sorted, searched and paged. `recognised`: nobody declared it. */
export interface ListingNode {
  readonly recognised?: boolean;
  /** Where the payload stands, one entry for each branch that places it; the whole answer unless told. */
  readonly payload?: readonly { readonly at: string }[];
  readonly items: string;
  readonly id: string;
  readonly total?: string | { readonly header: string };
  readonly pages?: string;
  readonly page?: Paging & { readonly as?: 'page' | 'page-from-0' | 'offset' };
  readonly size: Paging;
  /** Where an answer tells the next page: as the value of a parameter, or by its address (in a header: RFC 8288). */
  readonly cursor?: { readonly parameter?: string; readonly next: ListingNode['total'] & {} };
  readonly filters?: readonly Filter[];
  readonly sort?: Sort;
  readonly search?: Search;
  readonly summaries?: readonly Summary[];
  readonly opens?: Opening;
  /** The part of the contract that the derived clauses are of. */
  readonly section?: string;
}
