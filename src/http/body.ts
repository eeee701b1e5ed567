import { isUtf8 } from 'node:buffer';
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, type ZlibOptions } from 'node:zlib';
import { BOUNDS } from '../bounds.ts';
import { memoizeWeakly } from '../memoize.ts';
import type { Deadline } from './deadline.ts';
import type { Body, Outcome } from './exchange.ts';
import { CutBody, codeOf, Trouble } from './failure.ts';
import { type Reading, readJson } from './read-json.ts';

export interface ChunkSource {
  read(): Promise<{ readonly done?: boolean | undefined; readonly value?: Uint8Array | undefined }>;
  /** Discards the rest. A pending read settles. */
  cancel(): void;
}

/** Reads to the end. Throws CutBody if the source breaks, the deadline ends, or more than `maxBytes` arrive. */
export async function collect(source: ChunkSource, deadline: Deadline, maxBytes: number): Promise<Uint8Array> {
  const letGo = deadline.onEnd(() => source.cancel());
  const store = createStore();
  try {
    for (let next = await source.read(); next.done !== true; next = await source.read()) {
      store.add(next.value ?? new Uint8Array());
      if (store.size() > maxBytes) throw new Trouble('too-large', `the body is over the limit of ${maxBytes} bytes`);
      // The timer alone is not enough: a source that is always ready never lets it fire.
      if (deadline.ended() !== undefined) break;
    }
    if (deadline.signal.aborted || deadline.ended() !== undefined) throw new Error('the deadline ended');
    return store.bytes();
  } catch (error) {
    source.cancel();
    throw new CutBody(store.size(), error);
  } finally {
    letGo();
  }
}

/** A growing buffer. A list of ten million one-byte chunks would take a hundred times their size. */
function createStore() {
  let buffer: Uint8Array = new Uint8Array();
  let used = 0;
  return {
    add(chunk: Uint8Array): void {
      if (used === 0) buffer = chunk;
      else {
        if (used + chunk.length > buffer.length) buffer = grow(buffer.subarray(0, used), used + chunk.length);
        buffer.set(chunk, used);
      }
      used += chunk.length;
    },
    size: () => used,
    bytes: () => buffer.subarray(0, used),
  };
}

function grow(bytes: Uint8Array, atLeast: number): Uint8Array {
  const larger = new Uint8Array(Math.max(atLeast, bytes.length * 2));
  larger.set(bytes);
  return larger;
}

/** Decodes a content-encoding. Throws Trouble for an unknown one, corrupt data, or a result of more than `maxBytes`. */
export function decompress(bytes: Uint8Array, contentEncoding: string | undefined, maxBytes: number): Uint8Array {
  const names = (contentEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  const layers = names.filter((name) => name !== '' && name !== 'identity');
  if (layers.length > MAX_LAYERS) throw new Trouble('protocol', `the body is compressed ${layers.length} times over`);
  // Answers to HEAD, 204 and 304 may announce an encoding without having a body.
  if (bytes.length === 0) return bytes;
  return layers.reduceRight((packed, name) => unpack(packed, name, maxBytes), bytes);
}

const MAX_LAYERS = 3;

type Unpack = (bytes: Uint8Array, options: ZlibOptions) => Uint8Array;

const UNPACKERS: ReadonlyMap<string, Unpack> = new Map<string, Unpack>([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['br', brotliDecompressSync],
  // `deflate` means the zlib format, but some servers send raw deflate. The low bits of the first byte distinguish them.
  ['deflate', (bytes, options) => (((bytes[0] ?? 0) & 0x0f) === 8 ? inflateSync : inflateRawSync)(bytes, options)],
]);

function unpack(bytes: Uint8Array, name: string, maxBytes: number): Uint8Array {
  const unpacker = UNPACKERS.get(name);
  if (unpacker === undefined)
    throw new Trouble('protocol', `the content-encoding ${JSON.stringify(name.slice(0, 40))} is unknown`);
  try {
    return unpacker(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    throw unpackTrouble(error, name, maxBytes);
  }
}

function unpackTrouble(error: unknown, name: string, maxBytes: number): Trouble {
  const code = codeOf(error);
  if (code === 'ERR_BUFFER_TOO_LARGE')
    return new Trouble('too-large', `the ${name} body unpacks to more than the limit of ${maxBytes} bytes`);
  return new Trouble('protocol', `the body is not whole or not ${name} (${code ?? 'no code'})`);
}

/**
 * The body of these bytes. Bytes that are not UTF-8 become U+FFFD in the text, from which `json` is parsed. A byte order mark
 * stays in the text, so the text is no JSON. `json` is parsed on first use, when the next request may already be under way.
 */
export function bodyOf(bytes: Uint8Array): Body {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  return bodyOfText(text, { size: bytes.byteLength, utf8: isUtf8(bytes) });
}

/** The body of a complete text, such as one from a journal. */
export function bodyOfText(text: string, facts: Pick<Body, 'size' | 'utf8'>): Body {
  const reading = readingOf(text);
  return {
    ...facts,
    text,
    get json() {
      return reading.whole().json;
    },
    get unread() {
      return reading.unread();
    },
  };
}

/** The outcome without the text of its body. `unread` gives the reason. Status and headers stay. */
export function withoutText(outcome: Outcome, unread: string): Outcome {
  if (outcome.kind === 'failure') return outcome;
  const { size, utf8 } = outcome.body;
  return { ...outcome, body: { size, utf8, text: '', unread } };
}

/** Small values stay parsed. Large ones are held weakly, and parsed again if they were collected. */
function readingOf(text: string): { readonly whole: () => Reading; readonly unread: () => string | undefined } {
  let facts: Pick<Reading, 'unread'> | undefined;
  const read = (): Reading => {
    const reading = readJson(text);
    facts = reading.unread === undefined ? {} : { unread: reading.unread };
    return reading;
  };
  const whole = memoizeWeakly(read, ({ values }) => values > BOUNDS.valuesKept);
  return { whole, unread: () => (facts ?? whole()).unread };
}
