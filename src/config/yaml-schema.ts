import { hint, UsageError } from '../errors.ts';
import { type Position, place, valueOf, type YamlMember, type YamlNode } from './yaml.ts';
import { revealVariables } from './environment.ts';

/** What a file may say at one place. */
export type Shape =
  | { readonly kind: 'text'; readonly secret?: boolean; readonly form?: TextForm }
  | { readonly kind: 'flag' }
  | { readonly kind: 'count' }
  | { readonly kind: 'choice'; readonly of: readonly string[] }
  | {
      readonly kind: 'record';
      readonly members: Readonly<Record<string, Shape>>;
      readonly required?: readonly string[];
    }
  | { readonly kind: 'map'; readonly of: Shape }
  | { readonly kind: 'list'; readonly of: Shape }
  /** Any JSON object: its members are the target's own affair. */
  | { readonly kind: 'object' };

/** What a text has to look like, and what that is called. */
export interface TextForm {
  readonly fits: (text: string) => boolean;
  readonly name: string;
}

/** Called for every text value; gives the value to use, or throws. */
export type Expand = (text: string, at: Position, secret: boolean) => string;

/** Reads a tree as a shape. Throws one UsageError that lists everything that is wrong, each with its line and the remedy. */
export function readShape(node: YamlNode, shape: Shape, file: string, expand: Expand = (text) => text): unknown {
  const faults: string[] = [];
  const value = read(node, shape, '', {
    expand,
    fault: (at, message) => void faults.push(`${place(file, at)}: ${message}`),
  });
  if (faults.length > 0) throw new UsageError(faults.join('\n'));
  return value;
}

interface Reader {
  readonly expand: Expand;
  readonly fault: (at: Position, message: string) => void;
}

function read(node: YamlNode, shape: Shape, name: string, reader: Reader): unknown {
  switch (shape.kind) {
    case 'record':
      return readRecord(node, shape, name, reader);
    case 'map':
      return node.kind === 'map'
        ? fromMembers(
            node.members.map((member) => [member.name, read(member.node, shape.of, inside(name, member.name), reader)]),
          )
        : wrong(node, name, 'names with values', reader);
    case 'list':
      return node.kind === 'list'
        ? node.items.map((item, index) => read(item, shape.of, `${name}[${index}]`, reader))
        : wrong(node, name, 'a list', reader);
    case 'object':
      return node.kind === 'map' ? valueOf(expanded(node, reader)) : wrong(node, name, 'names with values', reader);
    default:
      return readScalar(node, shape, name, reader);
  }
}

function readRecord(node: YamlNode, shape: Extract<Shape, { kind: 'record' }>, name: string, reader: Reader): unknown {
  if (node.kind !== 'map') return wrong(node, name, `a mapping with ${Object.keys(shape.members).join(', ')}`, reader);
  for (const required of shape.required ?? []) {
    if (!node.members.some((member) => member.name === required))
      reader.fault(node.at, `${name === '' ? 'the file' : name} lacks ${required}.`);
  }
  return fromMembers(node.members.flatMap((member) => readMember(member, shape, name, reader)));
}

function readMember(
  member: YamlMember,
  shape: Extract<Shape, { kind: 'record' }>,
  name: string,
  reader: Reader,
): readonly (readonly [string, unknown])[] {
  const known = Object.keys(shape.members);
  const of = Object.hasOwn(shape.members, member.name) ? shape.members[member.name] : undefined;
  if (of !== undefined) return [[member.name, read(member.node, of, inside(name, member.name), reader)]];
  reader.fault(
    member.at,
    `unknown key ${member.name}${name === '' ? '' : ` in ${name}`}${hint(member.name, known)}. Known: ${known.join(', ')}.`,
  );
  return [];
}

function readScalar(
  node: YamlNode,
  shape: Extract<Shape, { kind: 'text' | 'flag' | 'count' | 'choice' }>,
  name: string,
  reader: Reader,
): unknown {
  const value = node.kind === 'scalar' ? node.value : undefined;
  switch (shape.kind) {
    case 'text':
      return typeof value === 'string'
        ? formed(expandAt(value, node.at, shape.secret === true, reader), node, shape.form, name, reader)
        : wrong(node, name, 'text', reader, shape.secret);
    case 'flag':
      return typeof value === 'boolean' ? value : wrong(node, name, 'true or false', reader);
    case 'count':
      return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
        ? value
        : wrong(node, name, 'a whole number above zero', reader);
    case 'choice':
      return typeof value === 'string' && shape.of.includes(value)
        ? value
        : wrong(node, name, `one of ${shape.of.join(', ')}${hint(String(value), shape.of)}`, reader);
    default:
      return shape satisfies never;
  }
}

function formed(
  text: string | undefined,
  node: YamlNode,
  form: TextForm | undefined,
  name: string,
  reader: Reader,
): string | undefined {
  if (text !== undefined && form !== undefined && !form.fits(text))
    reader.fault(node.at, `${name} has to be ${form.name}, but it is the text ${JSON.stringify(text)}.`);
  return text;
}

function expandAt(text: string, at: Position, secret: boolean, { expand, fault }: Reader): string | undefined {
  try {
    return expand(text, at, secret);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    fault(at, error.message);
    return undefined;
  }
}

function expanded(node: YamlNode, reader: Reader): YamlNode {
  switch (node.kind) {
    case 'map':
      return { ...node, members: node.members.map((member) => ({ ...member, node: expanded(member.node, reader) })) };
    case 'list':
      return { ...node, items: node.items.map((item) => expanded(item, reader)) };
    case 'scalar':
      return typeof node.value === 'string'
        ? { ...node, value: expandAt(node.value, node.at, false, reader) ?? null }
        : node;
    default:
      return node satisfies never;
  }
}

/** A secret is never quoted back. */
function wrong(node: YamlNode, name: string, expected: string, { fault }: Reader, secret = false): undefined {
  const quoting = expected === 'text' && node.kind === 'scalar' && node.value !== null ? '; put it in quotes' : '';
  fault(
    node.at,
    `${name === '' ? 'the file' : name} has to be ${expected}, but it is ${describe(node, secret)}${quoting}.`,
  );
  return undefined;
}

function describe(node: YamlNode, secret: boolean): string {
  if (node.kind !== 'scalar') return node.kind === 'map' ? 'a mapping' : 'a list';
  if (node.value === null) return 'empty';
  if (secret) return `a ${typeof node.value}`;
  return typeof node.value === 'string'
    ? `the text ${JSON.stringify(revealVariables(node.value))}`
    : `the ${typeof node.value} ${String(node.value)}`;
}

function inside(name: string, member: string): string {
  return name === '' ? member : `${name}.${member}`;
}

function fromMembers(members: readonly (readonly [string, unknown])[]): unknown {
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}
