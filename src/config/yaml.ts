import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, stringify } from 'yaml';
import { UsageError } from '../errors.ts';
import { splitPointer } from '../schema/pointer.ts';

/** The only door to yaml. A text becomes a tree whose nodes know where they stand, so that an error can name the place. */

/** Counted from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface YamlMember {
  readonly name: string;
  readonly at: Position;
  readonly node: YamlNode;
}

export type YamlNode =
  | { readonly kind: 'map'; readonly at: Position; readonly members: readonly YamlMember[] }
  | { readonly kind: 'list'; readonly at: Position; readonly items: readonly YamlNode[] }
  | { readonly kind: 'scalar'; readonly at: Position; readonly value: string | number | boolean | null };

/** Parses a text that a user wrote. Throws a UsageError that names file, line and column. */
export function parseYaml(text: string, file: string): YamlNode {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, version: '1.2' });
  const [fault] = [...document.errors, ...document.warnings];
  if (fault !== undefined)
    throw new UsageError(`${place(file, positionOf(lines, fault.pos[0]))}: this is not YAML: ${fault.message}`);
  return treeOf(document.contents, {
    file,
    lines,
    resolve: (node) => (isAlias(node) ? node.resolve(document) : undefined),
  });
}

/** `file:line:column`, as editors and terminals take it. */
export function place(file: string, { line, column }: Position): string {
  return `${file}:${line}:${column}`;
}

/** The plain value of a node. */
export function valueOf(node: YamlNode): unknown {
  switch (node.kind) {
    case 'map':
      return Object.fromEntries(node.members.map((member) => [member.name, valueOf(member.node)]));
    case 'list':
      return node.items.map(valueOf);
    case 'scalar':
      return node.value;
    default:
      return node satisfies never;
  }
}

/** A value as YAML that any tool can read: no aliases, nothing folded. */
export function toYaml(value: unknown): string {
  return stringify(value, { aliasDuplicateObjects: false, lineWidth: 0 });
}

/** The line at which the node that a JSON Pointer names begins, or the nearest one above it that exists. */
export function lineOfPointer(text: string, pointer: string): number {
  return placesOf(text)(pointer);
}

/** The same for many pointers into one text, which is parsed once. */
export function placesOf(text: string): (pointer: string) => number {
  const lines = new LineCounter();
  const { contents } = parseDocument(text, { lineCounter: lines });
  return (pointer) => {
    let node: unknown = contents;
    let offset = 0;
    for (const segment of splitPointer(pointer)) {
      const [next, start] = childOf(node, segment);
      if (start === undefined) break;
      [node, offset] = [next, start];
    }
    return positionOf(lines, offset).line;
  };
}

function childOf(node: unknown, segment: string): readonly [unknown, number | undefined] {
  if (isMap(node)) {
    const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === segment);
    return [pair?.value, (pair?.key as Node | undefined)?.range?.[0]];
  }
  const item = isSeq(node) ? node.items[Number(segment)] : undefined;
  return [item, (item as Node | undefined)?.range?.[0]];
}

interface Reading {
  readonly file: string;
  readonly lines: LineCounter;
  readonly resolve: (node: unknown) => unknown;
}

function treeOf(node: unknown, reading: Reading, outer: Position = { line: 1, column: 1 }): YamlNode {
  const at = positionIn(reading, node, outer);
  if (isAlias(node)) return treeOf(reading.resolve(node), reading, at);
  if (isSeq(node)) return { kind: 'list', at, items: node.items.map((item) => treeOf(item, reading, at)) };
  if (isMap(node))
    return { kind: 'map', at, members: node.items.map(({ key, value }) => memberOf(key, value, reading, at)) };
  return { kind: 'scalar', at, value: scalarOf(node) };
}

function memberOf(key: unknown, value: unknown, reading: Reading, outer: Position): YamlMember {
  const at = positionIn(reading, key, outer);
  if (!isScalar(key)) throw new UsageError(`${place(reading.file, at)}: a key has to be plain text.`);
  return { name: String(key.value), at, node: treeOf(value, reading, at) };
}

function scalarOf(node: unknown): string | number | boolean | null {
  const value = isScalar(node) ? node.value : null;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

function positionIn({ lines }: Reading, node: unknown, outer: Position): Position {
  const start = (node as Node | null | undefined)?.range?.[0];
  return start === undefined ? outer : positionOf(lines, start);
}

function positionOf(lines: LineCounter, offset: number): Position {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(1, line), column: Math.max(1, col) };
}
