/** What a service may make of a text that it echoes. */
export const ENCODINGS: Readonly<Record<string, (text: string, choose: (at: number) => boolean) => string>> = {
  plain: (text) => text,
  'percent of a subset': (text, choose) =>
    [...text].map((one, at) => (choose(at) ? `%${hexOf(one)}` : one.replaceAll('%', '%25'))).join(''),
  'hexadecimal digits': (text) => Buffer.from(text).toString('hex'),
  'hexadecimal digits in capitals': (text) => Buffer.from(text).toString('hex').toUpperCase(),
  base64: (text) => Buffer.from(text).toString('base64'),
  'base64 behind one character': (text) => Buffer.from(`u${text}`).toString('base64'),
  'base64 behind two': (text) => Buffer.from(`u:${text}`).toString('base64'),
  'base64 for URLs': (text) => Buffer.from(`user:${text}:more`).toString('base64url'),
  'escapes of JavaScript': (text, choose) =>
    [...text].map((one, at) => (choose(at) ? `\\u00${hexOf(one)}` : one.replaceAll('\\', '\\\\'))).join(''),
  'short escapes': (text, choose) =>
    [...text].map((one, at) => (choose(at) ? `\\x${hexOf(one)}` : one.replaceAll('\\', '\\\\'))).join(''),
  'character references': (text, choose) =>
    [...text].map((one, at) => (choose(at) ? `&#${one.charCodeAt(0)};` : one.replaceAll('&', '&amp;'))).join(''),
  'character references in hexadecimal': (text) => [...text].map((one) => `&#x${hexOf(one)};`).join(''),
};

function hexOf(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(2, '0');
}

/** Undoes each encoding as somebody would who looks for the secret. */
export function decodings(text: string): readonly string[] {
  const unescaped = text
    .replaceAll(/&#x([0-9a-f]+);|&#(\d+);/giu, (_, hex?: string, decimal?: string) =>
      String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
    )
    .replaceAll('&amp;', '&')
    .replaceAll(/\\u00([0-9a-f]{2})|\\x([0-9a-f]{2})/giu, (_, long?: string, short?: string) =>
      String.fromCodePoint(Number.parseInt(long ?? short ?? '', 16)),
    )
    .replaceAll('\\\\', '\\');
  const percent = (coded: string): string =>
    coded.replaceAll(/%([0-9a-f]{2})/giu, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
  const runs = (pattern: RegExp): readonly string[] => text.match(pattern) ?? [];
  return [
    text,
    unescaped,
    percent(text),
    percent(percent(text)),
    ...[text, unescaped].map((one) => one.split('').reverse().join('')),
    ...runs(/[0-9a-f]{16,}/giu).flatMap((run) => [0, 1].map((from) => Buffer.from(run.slice(from), 'hex').toString())),
    ...runs(/[\w+/-]{11,}/gu).flatMap((run) =>
      [0, 1, 2, 3].map((from) => Buffer.from(run.slice(from), 'base64').toString()),
    ),
  ];
}
