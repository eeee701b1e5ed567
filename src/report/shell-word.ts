/** What no shell takes for anything but itself: sh, PowerShell and cmd alike. */
const PLAIN = /^[\w./:=+][\w./:=@+-]*$/u;

/** What stands between double quotes as it is, in each of them; the paths of Windows, too. */
const QUOTABLE = /^(?:[^"$`\\!%\p{Cc}]|\\(?![\\"$`]|$))*$/u;

/** One word of a command line. It is quoted only where it has to be, so that the line works in as many shells as can be. */
export function shellWord(text: string): string {
  if (PLAIN.test(text)) return text;
  return QUOTABLE.test(text) ? `"${text}"` : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
