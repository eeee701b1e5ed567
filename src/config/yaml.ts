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

/** The only door to yaml for what users write. A text becomes a plain value, and a way to say where each part of it stands. */
export interface YamlFile {
  readonly value: unknown;
  /** `file:line:column` of the node that a JSON Pointer names, or of its key; of the nearest one above where it is not there. */
  readonly place: (pointer: string, part?: 'key' | 'value') => string;
}

/** So many aliases may be resolved: more than anybody writes, too few to blow up. */
const MOST_ALIASES = 100;

/** Parses a text that a user wrote. Throws a UsageError that names file, line and column. */
export function parseYaml(text: string, file: string): YamlFile {
  if (text.includes('\0')) throw new UsageError(`${file}: it holds NUL bytes, so it is no text; save it as UTF-8.`);
  const lines = new LineCounter();
  const at = (offset: number): string => place(file, lines, offset);
  const document = guarded(file, () => parse(text, lines));
  refuseDoubleKeys(document, file, lines);
  const [fault] = [...document.errors, ...document.warnings];
  if (fault?.code === 'MULTIPLE_DOCS')
    throw new UsageError(`${at(fault.pos[0])}: a second document begins here (---); keep one in the file.`);
  if (fault !== undefined)
    throw new UsageError(`${at(fault.pos[0])}: this is not YAML: ${withoutQuotations(fault.message)}`);
  refuseOddKeys(document, at);
  return {
    value: guarded(file, () => plainValue(document)),
    place: (pointer, part = 'value') => at(offsetOf(document.contents, pointer, part)),
  };
}

/** A value as YAML that any tool can read: no aliases, nothing folded. */
export function toYaml(value: unknown): string {
  return stringify(value, { aliasDuplicateObjects: false, lineWidth: 0 });
}

/** The lines at which the nodes that JSON Pointers name begin, or the nearest ones above them that exist; the text is parsed once. */
export function placesOf(text: string): (pointer: string) => number {
  const { lineOf } = located(text);
  return (pointer) => Math.max(1, lineOf(pointer));
}

/** The line at which the node that a JSON Pointer names begins; undefined where there is none. */
export function linesOf(text: string): (pointer: string) => number | undefined {
  const { document, lineOf } = located(text);
  return (pointer) => (document.hasIn(splitPointer(pointer)) ? lineOf(pointer) : undefined);
}

function located(text: string) {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  return { document, lineOf: (pointer: string) => lines.linePos(offsetOf(document.contents, pointer, 'key')).line };
}

function parse(text: string, lineCounter: LineCounter): Document.Parsed {
  return parseDocument(text, { lineCounter, prettyErrors: false, version: '1.2', uniqueKeys: false, merge: true });
}

/** The library quotes what it does not understand, which may be a secret. */
function withoutQuotations(message: string): string {
  const closing = /^Missing closing (['"])quote/u.exec(message)?.[1];
  if (closing !== undefined) return `a ${closing === '"' ? 'double' : 'single'} quote is opened and not closed`;
  return message.replace(/(?:: ?["'`!&*]|["`]).*$/su, '').replace(/: \S+$/u, '');
}

/** Texts that are made to exhaust a reader: nested without end, or doubled by aliases. */
function guarded<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const why = error instanceof RangeError ? 'it is nested too deeply' : withoutQuotations((error as Error).message);
    throw new UsageError(`${file}: this cannot be read as YAML: ${why}.`);
  }
}

function plainValue(document: Document.Parsed): unknown {
  const value: unknown = document.toJS({ maxAliasCount: MOST_ALIASES });
  // An alias within its own anchor makes a ring, which JSON cannot hold.
  JSON.stringify(value);
  return value;
}

function refuseDoubleKeys(document: Document.Parsed, file: string, lines: LineCounter): void {
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

function refuseOddKeys(document: Document.Parsed, at: (offset: number) => string): void {
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

/** The child that a segment of a pointer names, and where its key begins. */
function childOf(node: unknown, segment: string): readonly [unknown, number | undefined] {
  if (isSeq(node)) return [node.items[Number(segment)], undefined];
  const pair = isMap(node) ? node.items.find(({ key }) => isScalar(key) && String(key.value) === segment) : undefined;
  return isPair(pair) ? [pair.value ?? pair.key, startOf(pair.key)] : [undefined, undefined];
}

function startOf(node: unknown): number | undefined {
  return (node as Node | null | undefined)?.range?.[0];
}

/** As editors and terminals take it, counted from 1. */
function place(file: string, lines: LineCounter, offset: number): string {
  const { line, col } = lines.linePos(offset);
  return `${file}:${Math.max(1, line)}:${Math.max(1, col)}`;
}
