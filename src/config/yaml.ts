import {
  type Document,
  isMap,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  stringify,
  visit,
} from 'yaml';
import { UsageError } from '../errors.ts';
import { splitPointer } from '../schema/pointer.ts';

/** A parsed YAML file: its plain value, and the place of each part. */
export interface YamlFile {
  readonly value: unknown;
  /** Returns `file:line:column` of the node at a JSON Pointer, or of its key. For a missing node: of the nearest ancestor. */
  readonly place: (pointer: string, part?: 'key' | 'value') => string;
}

/** The limit for resolved aliases: more than users write, but too few to exhaust memory. */
const MAX_ALIASES = 100;

/** Parses a user's text. Throws a UsageError with file, line and column. */
export function parseYaml(text: string, file: string): YamlFile {
  if (text.includes('\0')) throw new UsageError(`${file}: it holds NUL bytes, so it is no text; save it as UTF-8.`);
  const lines = new LineCounter();
  const at = (offset: number): string => place(file, lines, offset);
  const document = withUsageErrors(file, () => parseDocument(text, { ...OPTIONS, lineCounter: lines }));
  refuseDuplicateKeys(document, file, lines);
  const [fault] = [...document.errors, ...document.warnings];
  if (fault?.code === 'MULTIPLE_DOCS')
    throw new UsageError(`${at(fault.pos[0])}: a second document begins here (---); keep one in the file.`);
  if (fault !== undefined)
    throw new UsageError(`${at(fault.pos[0])}: this is not YAML: ${withoutQuotes(fault.message)}`);
  refuseNonTextKeys(document, at);
  return {
    value: withUsageErrors(file, () => plainValue(document)),
    place: (pointer, part = 'value') => at(offsetOf(document.contents, pointer, part)),
  };
}

/** A value as YAML that any tool can read: without aliases or folded lines. */
export function toYaml(value: unknown): string {
  return stringify(value, { aliasDuplicateObjects: false, lineWidth: 0 });
}

/** Returns the line of the node at a JSON Pointer, or of its nearest ancestor. The text is parsed once. */
export function placesOf(text: string): (pointer: string) => number {
  const { lineOf } = parseWithLines(text);
  return (pointer) => Math.max(1, lineOf(pointer));
}

/** Returns the line of the node at a JSON Pointer; undefined if there is no such node. */
export function linesOf(text: string): (pointer: string) => number | undefined {
  const { document, lineOf } = parseWithLines(text);
  return (pointer) => (document.hasIn(splitPointer(pointer)) ? lineOf(pointer) : undefined);
}

function parseWithLines(text: string) {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  return { document, lineOf: (pointer: string) => lines.linePos(offsetOf(document.contents, pointer, 'key')).line };
}

const OPTIONS = { prettyErrors: false, version: '1.2', uniqueKeys: false, merge: true } as const;

/** Removes quotations from a message of the YAML library: they may contain a secret. */
function withoutQuotes(message: string): string {
  const closing = /^Missing closing (['"])quote/u.exec(message)?.[1];
  if (closing !== undefined) return `a ${closing === '"' ? 'double' : 'single'} quote is opened and not closed`;
  return message.replace(/(?:: ?["'`!&*]|["`]).*$/su, '').replace(/: \S+$/u, '');
}

/** Turns errors into UsageErrors, also those of hostile texts: nested too deeply, or with too many aliases. */
function withUsageErrors<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const why = error instanceof RangeError ? 'it is nested too deeply' : withoutQuotes((error as Error).message);
    throw new UsageError(`${file}: this cannot be read as YAML: ${why}.`);
  }
}

function plainValue(document: Document.Parsed): unknown {
  const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
  // Throws for an alias within its own anchor, which makes a cycle.
  JSON.stringify(value);
  return value;
}

function refuseDuplicateKeys(document: Document.Parsed, file: string, lines: LineCounter): void {
  visit(document, {
    Map(_, { items }) {
      const seen = new Map<string, number>();
      for (const { key } of items) {
        const [name, offset] = [isScalar(key) ? String(key.value) : undefined, startOf(key) ?? 0];
        const before = name === undefined ? undefined : seen.get(name);
        if (before !== undefined)
          throw new UsageError(
            `${place(file, lines, offset)}: the key ${/^[A-Za-z-]{1,24}$/u.test(name ?? '') ? name : 'here'} stands twice (lines ${lines.linePos(before).line} and ${lines.linePos(offset).line}); remove one of them.`,
          );
        if (name !== undefined) seen.set(name, offset);
      }
    },
  });
}

function refuseNonTextKeys(document: Document.Parsed, at: (offset: number) => string): void {
  visit(document, {
    Pair(_, { key }) {
      if (!isScalar(key)) throw new UsageError(`${at(startOf(key) ?? 0)}: a key has to be plain text.`);
    },
  });
}

function offsetOf(contents: unknown, pointer: string, part: 'key' | 'value'): number {
  let [node, offset] = [contents, startOf(contents) ?? 0];
  for (const segment of splitPointer(pointer)) {
    const [child, key] = childOf(node, segment);
    if (child === undefined) return offset;
    [node, offset] = [child, (part === 'key' ? (key ?? startOf(child)) : (startOf(child) ?? key)) ?? offset];
  }
  return offset;
}

/** The child at a segment of a pointer, and the offset of its key. */
function childOf(node: unknown, segment: string): readonly [unknown, number | undefined] {
  if (isSeq(node)) return [node.items[Number(segment)], undefined];
  const pair = isMap(node) ? node.items.find(({ key }) => isScalar(key) && String(key.value) === segment) : undefined;
  return isPair(pair) ? [pair.value ?? pair.key, startOf(pair.key)] : [undefined, undefined];
}

function startOf(node: unknown): number | undefined {
  return (node as Node | null | undefined)?.range?.[0];
}

/** `file:line:column` as editors and terminals use it, counted from 1. */
function place(file: string, lines: LineCounter, offset: number): string {
  const { line, col } = lines.linePos(offset);
  return `${file}:${Math.max(1, line)}:${Math.max(1, col)}`;
}
