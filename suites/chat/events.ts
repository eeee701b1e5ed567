import { isObject } from '../../src/check/index.ts';

/**
 * Server-sent events, as the HTML standard reads them, and the text that they carry. The contract does not show the form
 * of a delta: JSON of the usual forms and raw text are both read.
 */

/** The data of each event; the lines that are no part of any event; whether no blank line tells one event from the next. */
export interface EventStream {
  readonly data: readonly string[];
  readonly strange: readonly string[];
  readonly isUndivided: boolean;
}

const FIELDS: ReadonlySet<string> = new Set(['data', 'event', 'id', 'retry']);

export function readEvents(stream: string): EventStream {
  const lines = stream.replace(/^\uFEFF/u, '').split(/\r\n|\n|\r/u);
  const events: (readonly string[])[] = [];
  const strange: string[] = [];
  let pending: string[] = [];
  const dispatch = (): void => {
    if (pending.length > 0) events.push(pending);
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
  const [only = [], ...others] = events;
  const hasNoEnd = only.length > 1 && !lines.slice(0, -1).includes('');
  const isUndivided = others.length === 0 && (hasNoEnd || areDeltas(only));
  return { data: isUndivided ? only : events.map((event) => event.join('\n')), strange, isUndivided };
}

/** Several deltas in JSON and nothing else beside them but signals: a text of several lines is none of that. */
function areDeltas(lines: readonly string[]): boolean {
  const rest = lines.filter((line) => textsOfDelta(line) === undefined);
  return lines.length - rest.length > 1 && rest.every((line) => SIGNAL.test(line.trim()));
}

/** `name: value`, one blank after the colon left out; a comment has no name. */
function fieldOf(line: string): { readonly name: string; readonly value: string } {
  const colon = line.indexOf(':');
  if (colon < 0) return { name: line, value: '' };
  return { name: line.slice(0, colon), value: line.slice(colon + 1).replace(/^ /u, '') };
}

/** What ends a stream or keeps it open, such as `[DONE]` or `ping`. */
const SIGNAL = /^[[<(]?[\w-]+[\])>]?$/u;

/** The text that the events carry, in order. */
export function textOfEvents(data: readonly string[]): string {
  const deltas = data.filter((one) => one.trim() !== '[DONE]');
  const read = deltas.map(textsOfDelta);
  const others = deltas.filter((_, index) => read[index] === undefined);
  // Raw text may look like JSON here and there, so one event that is more than a signal decides.
  const isJson = others.length < deltas.length / 2 && others.every((one) => SIGNAL.test(one.trim()));
  return isJson ? whatIsSaid(read.filter((texts) => texts !== undefined)) : deltas.join('');
}

/** The texts within one event, by the names of the members on the way to them. */
type Texts = Readonly<Record<string, string>>;

/** None where the event is no JSON. Some write a label before it, as in `0:"text"`. */
function textsOfDelta(event: string): Texts | undefined {
  const label = /^\w{1,2}:/u.exec(event)?.[0] ?? '';
  const value = parse(event.slice(label.length));
  if (typeof value !== 'string' && (typeof value !== 'object' || value === null)) return undefined;
  const texts: Record<string, string> = {};
  for (const [path, text] of leavesOf(value, label)) texts[path] = (texts[path] ?? '') + text;
  return texts;
}

/** The elements of an array share the name of the array. */
function leavesOf(node: unknown, path: string): readonly (readonly [path: string, text: string])[] {
  if (typeof node === 'string') return [[path, node]];
  if (Array.isArray(node)) return node.flatMap((item) => leavesOf(item, path));
  return isObject(node) ? Object.entries(node).flatMap(([name, value]) => leavesOf(value, `${path}/${name}`)) : [];
}

/**
 * The form of a delta is free, so its text is known by what it says: it has the markers, it differs from event to
 * event, and there are blanks between its words, where labels, ids and times have none.
 */
function whatIsSaid(events: readonly Texts[]): string {
  const paths = [...new Set(events.flatMap((texts) => Object.keys(texts)))];
  const columns = paths.map((path) => weighed(events.flatMap((texts) => texts[path] ?? [])));
  const [best] = columns.toSorted((a, b) => b.markers - a.markers || b.prose - a.prose || b.length - a.length);
  return best?.text ?? '';
}

function weighed(deltas: readonly string[]) {
  const text = deltas.join('');
  const isLabel = deltas.length > 1 && new Set(deltas).size === 1;
  return {
    text,
    markers: text.split('[SVC_').length,
    prose: isLabel ? 0 : deltas.filter((delta) => /\s/u.test(delta)).length,
    length: isLabel ? 0 : text.length,
  };
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
