import { mapBelow } from '../defined.ts';
import { getOrMake } from '../memoize.ts';
import { fragmentKey } from '../schema/fragment-key.ts';
import { atPointer, isObject } from '../schema/pointer.ts';
import { VALUE_KEYWORDS } from './recursion.ts';

type Node = Readonly<Record<string, unknown>>;

const SCHEMAS = '#/components/schemas/';

/** Follows the name of a schema in the variant for requests. */
const REQUEST_SUFFIX = '.inRequests';

/**
 * Gives requests and answers different schemas: no request has a member that is `readOnly`, and no answer should have one
 * that is `writeOnly` (OpenAPI 3.0, Schema Object; JSON Schema Validation, section 9.4).
 */
export function directed(document: Node): Node {
  const text = JSON.stringify(document);
  if (!text.includes('"readOnly":true') && !text.includes('"writeOnly":true')) return document;
  const copies = new Map<string, unknown>();
  const inRequests = (node: unknown): unknown =>
    mapNode(withoutMembers(document, node, 'readOnly'), referTo, inRequests);
  const referTo = ($ref: string): string => {
    // A reference to a place within a schema becomes one name, too.
    const name = $ref.startsWith(SCHEMAS) ? $ref.slice(SCHEMAS.length).replaceAll('/', '.') : undefined;
    if (name === undefined || !/"(?:read|write)Only":true/u.test(fragmentKey(document, { $ref }))) return $ref;
    getOrMake(copies, name, () => inRequests(atPointer(document, $ref.slice(1))));
    return `${SCHEMAS}${name}${REQUEST_SUFFIX}`;
  };
  const inAnswers = (node: unknown): unknown => mapNode(withoutWriteOnly(document, node), ($ref) => $ref, inAnswers);
  const walk = (node: unknown): unknown =>
    mapBelow(node, (value, key) => {
      if (key === 'requestBody' || key === 'requestBodies') return inRequests(value);
      return key === 'responses' || key === 'schemas' ? inAnswers(value) : walk(value);
    });
  const { components, ...rest } = walk(document) as { readonly components: { readonly schemas: Node } };
  const variants = Object.fromEntries([...copies].map(([name, schema]) => [`${name}${REQUEST_SUFFIX}`, schema]));
  return { ...rest, components: { ...components, schemas: { ...components.schemas, ...variants } } };
}

function mapNode(node: unknown, referTo: ($ref: string) => string, inner: (node: unknown) => unknown): unknown {
  return mapBelow(node, (value, key) => {
    if (key === '$ref' && typeof value === 'string') return referTo(value);
    return VALUE_KEYWORDS.has(String(key)) ? value : inner(value);
  });
}

type Mark = 'readOnly' | 'writeOnly';

/** The names of the members with this mark. */
function membersOf(document: Node, node: unknown, mark: Mark): readonly string[] {
  const properties = isObject(node) && isObject(node['properties']) ? node['properties'] : {};
  return Object.entries(properties).flatMap(([name, member]) => (isMarked(document, member, mark) ? [name] : []));
}

function isMarked(document: Node, member: unknown, mark: Mark): boolean {
  if (!isObject(member)) return false;
  const { $ref } = member;
  return (
    member[mark] === true || (typeof $ref === 'string' && isMarked(document, atPointer(document, $ref.slice(1)), mark))
  );
}

function withoutMembers(document: Node, node: unknown, mark: Mark): unknown {
  const names = membersOf(document, node, mark);
  if (names.length === 0 || !isObject(node)) return node;
  const properties = Object.entries(node['properties'] as Node).filter(([name]) => !names.includes(name));
  const rest = withoutRequired(document, node, mark) as Node;
  return { ...rest, properties: Object.fromEntries(properties), 'x-read-only': names };
}

/** Forbids `writeOnly` members in answers, as a SHOULD. */
function withoutWriteOnly(document: Node, node: unknown): unknown {
  const names = membersOf(document, node, 'writeOnly');
  if (names.length === 0 || !isObject(node)) return node;
  const never = Object.fromEntries(names.map((name) => [name, { not: {}, 'x-level': 'SHOULD' }]));
  return { ...(withoutRequired(document, node) as Node), properties: { ...(node['properties'] as Node), ...never } };
}

function withoutRequired(document: Node, node: unknown, mark: Mark = 'writeOnly'): unknown {
  const names = membersOf(document, node, mark);
  if (names.length === 0 || !isObject(node) || !Array.isArray(node['required'])) return node;
  return { ...node, required: node['required'].filter((name) => !names.includes(String(name))) };
}
