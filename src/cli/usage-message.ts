/** What the parser of arguments says of a mistake, in the words and with the prefix of every other message. */
export function usageMessage(text: string): string {
  return WORDS.reduce((message, [pattern, words]) => message.replace(pattern, words), text).replace(
    /^error: /u,
    'conform: ',
  );
}

const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^error: option '(\S+)[^']*' argument '([^']*)' is invalid\. /u, 'conform: $1 $2: '],
  [/^error: option '(\S+) ([^']*)' argument missing/u, 'conform: $1 needs a value: $1 $2'],
  [
    /^error: command-argument value '([^']*)' is invalid for argument '([^']*)'\. Allowed choices are /u,
    'conform: $1 is no $2. Known: ',
  ],
  [/^error: missing required argument '([^']*)'/u, 'conform: the argument <$1> is missing'],
  [
    /^error: too many arguments for '([^']*)'\. Expected (\d+) arguments? but got (\d+)\./u,
    'conform: too many arguments for $1: it takes $2, and $3 were given',
  ],
];
