import { parseJson } from '../http/json-text.ts';

/** The tokens of RFC 8259 section 2: strings, structural characters, numbers and literals. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s"[\]{},:]+/gu;

/** A JSON text over several lines, with each token as it came. A text that is not JSON is returned as it is. */
export function indentJson(text: string): string {
  if (parseJson(text) === undefined) return text;
  const pieces: string[] = [];
  let depth = 0;
  let previous = '';
  const breakLine = (): void => void pieces.push(`\n${'  '.repeat(depth)}`);
  for (const [token] of text.matchAll(TOKEN)) {
    const isEnd = token === ']' || token === '}';
    if (isEnd) depth -= 1;
    if (isEnd ? !isStart(previous) : isStart(previous) || previous === ',') breakLine();
    pieces.push(token === ':' ? ': ' : token);
    if (isStart(token)) depth += 1;
    previous = token;
  }
  return pieces.join('');
}

function isStart(token: string): boolean {
  return token === '[' || token === '{';
}
