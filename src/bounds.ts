/**
 * Limits on what a run reads from outside, and on what it writes. Each is far above what the contract allows (a page has at
 * most a hundred items), and low enough that a thousand answers at the limit neither fill the memory nor stall the run. What
 * exceeds a limit is not read; the result says so, and no clause passes because of it.
 */
export const BOUNDS = {
  /**
   * Bytes of one body, both on the wire and decompressed: forty kilobytes for each of a hundred items. A larger body is not
   * read, and the exchange counts as one without an answer.
   */
  bodyBytes: 4 * 1024 * 1024,
  /** Levels of nesting, as functions recurse into values. The contract has six. */
  depth: 200,
  /** Members and elements in one JSON text: two thousand per item of a page. Parsed, they may take twenty times the text. */
  values: 250_000,
  /** Elements of one list. Judges compare items pairwise, which is still fast for this number. */
  items: 5000,
  /** Members of one object, which are compared pairwise, too: a hundred times what any object of the contract has. */
  members: 5000,
  /** Broken places of one answer that are distinguished. If there are more, the whole answer counts as broken. */
  brokenPlaces: 1000,
  /** Broken items of one answer that are still read member by member: twice a full page. */
  brokenItems: 200,
  /** An answer with at most this many values stays parsed. A larger one may have to be parsed again. */
  valuesKept: 2000,
  /** Memory for the texts of all answers of a run, in bytes: four hundred pages of a hundred kilobytes. */
  keptBytes: 40 * 1024 * 1024,
  /** Kept discardable answers per clause that they break: the others show nothing new. */
  keptPerClause: 20,
  /** Characters in one quote from an answer. */
  quoted: 1000,
  /** Bytes of the journal, far more than all kept answers, so that a run cannot fill the disk. */
  journalBytes: 256 * 1024 * 1024,
  /** Milliseconds for the clean-up, so that a target that does not answer cannot keep the run from ending. */
  cleanUpMs: 60_000,
  /** Consecutive waits for a new rate window that has no requests left either. After these the target's hints are ignored. */
  wrongHints: 3,
  /** Characters of a text and elements of a list that a request is made of: generated documents have bounds of 2 ** 31. */
  writtenCharacters: 100_000,
  writtenItems: 1000,
  /** Milliseconds of work before the event loop gets a turn for signals and sockets. */
  turnMs: 25,
} as const;
