/**
 * What a run takes in from outside at most. Each bound is far above what the contract's own limits allow (a page has a
 * hundred items at most), and low enough that a thousand answers at the bound neither fill the memory nor keep the run.
 * What is over a bound is not looked at, the result says so, and nothing passes because of it.
 */
export const BOUNDS = {
  /**
   * Bytes of one body, on the wire and unpacked: forty kilobytes for each item of a page of a hundred. More is not read,
   * and the exchange counts as one without an answer.
   */
  bodyBytes: 4 * 1024 * 1024,
  /** Levels of nesting: whoever walks a value recurses, and the contract shows six. */
  depth: 200,
  /** Values in one JSON text, members and elements: two thousand for each item of a page; they may take twenty times their text. */
  values: 250_000,
  /** Elements of one list: judges compare items with each other, and the square of this is still done in a moment. */
  items: 5000,
  /** Members of one object: a hundred times what any object of the contract names; they are compared with each other too. */
  members: 5000,
  /** Places of one answer that break the document and are kept apart; where more are broken, all of it is behind them. */
  brokenPlaces: 1000,
  /** Items of one answer that break the document and are read all the same, member by member: twice a full page. */
  brokenItems: 200,
  /** Values that stay parsed between two looks at an answer; what has more is parsed again when it is next asked for. */
  valuesKept: 2000,
  /** Memory for the texts of all answers of a run, in bytes: five hundred pages of a hundred kilobytes. */
  keptBytes: 48 * 1024 * 1024,
  /** Answers to drawn requests that are kept for each clause that they break: the first few tell what the others would. */
  keptPerClause: 20,
  /** Characters of what a violation or an assertion quotes of an answer. */
  quoted: 1000,
  /** Bytes of the journal: far more than what is kept of answers comes to; the disk is not ours to fill. */
  journalBytes: 256 * 1024 * 1024,
  /** Milliseconds for taking back what a run created, once it has ended: a target that does not answer keeps nobody longer. */
  cleanUpMs: 60_000,
  /** So many waits in a row for windows in which no request is left either: then the target does not mean what it says. */
  vainWaits: 3,
  /** Milliseconds of judging between two looks at signals and sockets. */
  turnMs: 25,
} as const;
