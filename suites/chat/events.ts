import { isObject } from '../../src/check/index.ts';

/**
 * Server-sent events, as the HTML standard reads them, and the text that they carry. The contract does not show the form
 * of a delta: JSON of the usual forms and raw text are both read.
 */

/** The data of each event; the lines that are no part of any event. */
export interface EventStream {
  readonly data: readonly string[];
  readonly strange: readonly string[];
}

const FIELDS: ReadonlySet<string> = new Set(['data', 'event', 'id', 'retry']);

export function readEvents(stream: string): EventStream {
  const lines = stream.replace(/^\uFEFF/u, '').split(/\r\n|\n|\r/u);
  const data: string[] = [];
  const strange: string[] = [];
  let pending: string[] = [];
  const dispatch = (): void => {
    if (pending.length > 0) data.push(pending.join('\n'));
    pending = [];
  };
  for (const line of lines) {
    const { name, value } = fieldOf(line);
    if (line === '') dispatch();
    else if (name === 'data') pending.push(value);
    else if (name !== '' && !FIELDS.has(name)) strange.push(line);
  }
  // The standard drops an event without a blank line behind it; whether the last one has it is not judged.
  dispatch();
  return { data, strange };
}

/** `name: value`, one blank after the colon left out; a comment has no name. */
function fieldOf(line: string): { readonly name: string; readonly value: string } {
  const colon = line.indexOf(':');
  if (colon < 0) return { name: line, value: '' };
  return { name: line.slice(0, colon), value: line.slice(colon + 1).replace(/^ /u, '') };
}

const DONE = '[DONE]';

/** The text that the events carry, in order. */
export function textOfEvents(data: readonly string[]): string {
  const deltas = data.filter((one) => one.trim() !== DONE);
  const parsed = deltas.map(parse);
  // Raw text may look like JSON here and there, so one event that is none decides.
  const isJson =
    parsed.every((value) => isObject(value) || typeof value === 'string') &&
    parsed.some((value) => textOfDelta(value) !== undefined);
  return isJson ? parsed.map((value) => textOfDelta(value) ?? '').join('') : deltas.join('');
}

const TEXT_KEYS: readonly string[] = ['delta', 'content', 'text', 'token', 'value'];

/** The text of one delta, in one of the forms in use; undefined where it has none. */
function textOfDelta(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (!isObject(value)) return undefined;
  const [choice] = Array.isArray(value['choices']) ? (value['choices'] as readonly unknown[]) : [];
  if (isObject(choice)) return textOfDelta(choice['delta'] ?? choice['text'] ?? choice['message']);
  return TEXT_KEYS.map((key) => textOfDelta(value[key])).find((text) => text !== undefined);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const EVENT_STREAM = 'text/event-stream';

export function isEventStream(mediaType: string): boolean {
  return mediaType === EVENT_STREAM;
}

/** The text of an answer, whichever of the two media types it has. */
export function textOfAnswer(mediaType: string, body: string): string {
  return isEventStream(mediaType) ? textOfEvents(readEvents(body).data) : body;
}
