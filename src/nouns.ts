/** `1 item`, `2 items`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** A name in lower case, with only letters and digits: the same in every style of writing. */
export function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** A noun with its article: a number, an integer. There is only one null. */
export function withArticle(noun: string): string {
  if (noun === 'null') return noun;
  return `${/^[aeio]/iu.test(noun) ? 'an' : 'a'} ${noun}`;
}

/**
 * The letters of a name without the end of a plural. Of a name in the singular it may be less: `statu` for `status` and
 * `statuses`, `shelv` for `shelf` and `shelves`.
 */
export function singular(name: string): string {
  return lettersOf(name)
    .replace(/ies$/u, 'y')
    .replace(/(?<=s|x|z|ch|sh)es$/u, '')
    .replace(/(?<!s)s$/u, '')
    .replace(/(?:f|ve)$/u, 'v');
}
