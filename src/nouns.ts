/** `1 item`, `2 items`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** A noun with its article: a number, an integer. There is only one null. */
export function withArticle(noun: string): string {
  if (noun === 'null') return noun;
  return `${/^[aeio]/iu.test(noun) ? 'an' : 'a'} ${noun}`;
}
