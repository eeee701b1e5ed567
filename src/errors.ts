/** The contract document is wrong: a bug of ours, or an edited document. Ends a run with exit status 4. */
export class SpecError extends Error {
  override readonly name = 'SpecError';
}

/** The user's input is wrong (flag, file, profile, id). Ends a run with exit status 2. The message has place and remedy. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The system's code of an error, such as `ENOSPC`. */
export function errorCode(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown error';
}

/** Reads user input. A UsageError gets the place of the input in front of its message. */
export function located<T>(place: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof UsageError ? new UsageError(`${place}: ${error.message}`) : error;
  }
}

/** The known word that is most similar to a mistyped one; undefined if none is similar enough. */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.max(2, Math.floor(word.length / 3)) + 1;
  for (const candidate of known) {
    const distance = editDistance(word, candidate);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** ` (did you mean X?)` or '', so that a sentence can go on after it. */
export function hint(word: string, known: Iterable<string>): string {
  const near = nearest(word, known);
  return near === undefined ? '' : ` (did you mean ${near}?)`;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substitution = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, substitution));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
