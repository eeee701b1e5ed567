/** Where a clause stands: a file relative to the root of a repository, and a line counted from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
}

/** The place of a clause in its document, and the place in a file of the user's where a CI may show a finding. */
export interface ClausePlace extends Place {
  readonly users?: Place | undefined;
}

/** The place of a clause in the contract document; undefined if it has none. */
export type PlaceOf = (clause: string) => ClausePlace | undefined;
