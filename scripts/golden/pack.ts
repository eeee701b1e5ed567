import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

/**
 * The journals of a group in one file, each below a line with its name; every line of a journal begins with a brace. Their
 * answers are much the same, and what they have in common is written once: the window holds several of the largest.
 */
export function packed(journals: ReadonlyMap<string, string>): Buffer {
  const text = [...journals].map(([id, journal]) => `=== ${id}\n${journal}`).join('');
  return brotliCompressSync(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text),
    },
  });
}

export function unpacked(bytes: Buffer): ReadonlyMap<string, string> {
  const parts = brotliDecompressSync(bytes).toString('utf8').split(/^=== /mu).slice(1);
  return new Map(
    parts.map((part) => {
      const end = part.indexOf('\n');
      return [part.slice(0, end), part.slice(end + 1)] as const;
    }),
  );
}
