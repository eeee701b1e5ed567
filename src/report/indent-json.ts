import { parseJson } from '../http/json-text.ts';

/** RFC 8259 section 2: strings, structural characters, and what stands between them. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s"[\]{},:]+/gu;

/** A JSON text over several lines, each token spelt as it came; the text itself where it is no JSON. */
export function indentJson(text: string): string {
  if (parseJson(text) === undefined) return text;
  const pieces: string[] = [];
  let depth = 0;
  let before = '';
  const breakLine = (): void => void pieces.push(`\n${'  '.repeat(depth)}`);
  for (const [token] of text.matchAll(TOKEN)) {
    const isEnd = token === ']' || token === '}';
    if (isEnd) depth -= 1;
    if (isEnd ? !isStart(before) : isStart(before) || before === ',') breakLine();
    pieces.push(token === ':' ? ': ' : token);
    if (isStart(token)) depth += 1;
    before = token;
  }
  return pieces.join('');
}

function isStart(token: string): boolean {
  return token === '[' || token === '{';
}
