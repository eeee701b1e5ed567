import type { Sort } from './sort.ts';

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
  /** It is not said whether the text has to be the whole member. An item that shares a word with it may be found, too. */
  readonly byWords?: true;
  /** Values of the member that may stand for others. An item with one may be in any answer, but need not be. */
  readonly loose?: { readonly values: readonly string[] };
  /** All values that the member may have, as texts, if the document lists them. No item can match any other value. */
  readonly shown?: readonly string[];
}

/** Members that a search matches but the listing does not show, and the operation that returns them. */
export interface Hidden {
  readonly operation: string;
  /** The path parameter that takes the id of an item. */
  readonly path: string;
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
  /** `past`: what the document says of a page past the end. Without it, such a page is not judged. */
  readonly page?: Paging & { readonly as?: 'page' | 'page-from-0' | 'offset'; readonly past?: 'empty' };
  /**
   * `fewer`: the service may give fewer items than the size. Without a size the service decides on it, and every page but the last
   * has as many items as the first.
   */
  readonly size?: Paging & { readonly fewer?: true };
  readonly cursor?: { readonly parameter?: string; readonly next: NextPage };
  readonly filters?: readonly Filter[];
  readonly sort?: Sort;
  readonly search?: Search;
  readonly summaries?: readonly Summary[];
  readonly opens?: Opening;
  /** The section of the contract that the derived clauses belong to. */
  readonly section?: string;
}
