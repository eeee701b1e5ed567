/** The query of a request to a listing: parameters and their values as they go over the wire, always in the same order. */
export type Query = Readonly<Record<string, string>>;

/** What tells a request from others. */
export function queryKey(query: Query): string {
  return JSON.stringify(query);
}

/** One item of an answer. A member that is missing or broken has no value: whatever would read it says nothing. */
export interface Row {
  /** What tells it from other items; undefined where its id cannot be read. */
  readonly key: string | undefined;
  readonly values: Readonly<Record<string, unknown>>;
  /** The numbers behind its members, kept where they were worked out once. */
  readonly measured?: Record<string, number | undefined>;
  /** Its id breaks the document: it may not be the one that another answer shows. */
  readonly hasInvalidId?: true;
}
