import { getOrMake } from '../memoize.ts';
import { fragmentKey } from '../schema/fragment-key.ts';
import { atPointer, isObject } from '../schema/pointer.ts';

type Node = Readonly<Record<string, unknown>>;

const SCHEMAS = '#/components/schemas/';

/** Behind the name of a schema: as requests have it. */
const OF_REQUESTS = '.inRequests';

/**
 * The document with schemas that differ between requests and answers: no request has a member that is `readOnly`, and an
 * answer should have none that is `writeOnly` (OpenAPI 3.0, Schema Object; JSON Schema Validation, section 9.4).
 */
export function directed(document: Node): Node {
  const text = JSON.stringify(document);
  if (!text.includes('"readOnly":true') && !text.includes('"writeOnly":true')) return document;
  const made = new Map<string, unknown>();
  const inRequests = (node: unknown): unknown =>
    mapped(withoutMembers(document, node, 'readOnly'), referTo, inRequests);
  const referTo = ($ref: string): string => {
    // A place within a schema has a name of one step as well.
    const name = $ref.startsWith(SCHEMAS) ? $ref.slice(SCHEMAS.length).replaceAll('/', '.') : undefined;
    if (name === undefined || !/"(?:read|write)Only":true/u.test(fragmentKey(document, { $ref }))) return $ref;
    getOrMake(made, name, () => inRequests(atPointer(document, $ref.slice(1))));
    return `${SCHEMAS}${name}${OF_REQUESTS}`;
  };
  const inAnswers = (node: unknown): unknown => mapped(withoutSecrets(document, node), ($ref) => $ref, inAnswers);
  const walk = (node: unknown): unknown => {
    if (!isObject(node)) return Array.isArray(node) ? node.map(walk) : node;
    return Object.fromEntries(
      Object.entries(node).map(([key, value]) => [
        key,
        key === 'requestBody' || key === 'requestBodies'
          ? inRequests(value)
          : key === 'responses' || key === 'schemas'
            ? inAnswers(value)
            : walk(value),
      ]),
    );
  };
  const { components, ...rest } = walk(document) as { readonly components: { readonly schemas: Node } };
  const variants = Object.fromEntries([...made].map(([name, schema]) => [`${name}${OF_REQUESTS}`, schema]));
  return { ...rest, components: { ...components, schemas: { ...components.schemas, ...variants } } };
}

function mapped(node: unknown, referTo: ($ref: string) => string, inner: (node: unknown) => unknown): unknown {
  if (Array.isArray(node)) return node.map(inner);
  if (!isObject(node)) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [
      key,
      key === '$ref' && typeof value === 'string' ? referTo(value) : VALUES.has(key) ? value : inner(value),
    ]),
  );
}

/** What holds values and no schemas. */
const VALUES: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const']);

type Direction = 'readOnly' | 'writeOnly';

/** The members of a schema that go one way alone. */
function membersOf(document: Node, node: unknown, direction: Direction): readonly string[] {
  const properties = isObject(node) && isObject(node['properties']) ? node['properties'] : {};
  return Object.entries(properties).flatMap(([name, member]) => (goes(document, member, direction) ? [name] : []));
}

function goes(document: Node, member: unknown, direction: Direction): boolean {
  if (!isObject(member)) return false;
  const { $ref } = member;
  return (
    member[direction] === true ||
    (typeof $ref === 'string' && goes(document, atPointer(document, $ref.slice(1)), direction))
  );
}

function withoutMembers(document: Node, node: unknown, direction: Direction): unknown {
  const names = membersOf(document, node, direction);
  if (names.length === 0 || !isObject(node)) return node;
  const properties = Object.entries(node['properties'] as Node).filter(([name]) => !names.includes(name));
  return { ...(optional(document, node, direction) as Node), properties: Object.fromEntries(properties) };
}

/** No value of a member that only comes in fits an answer. */
function withoutSecrets(document: Node, node: unknown): unknown {
  const names = membersOf(document, node, 'writeOnly');
  if (names.length === 0 || !isObject(node)) return node;
  const never = Object.fromEntries(names.map((name) => [name, { not: {}, 'x-level': 'SHOULD' }]));
  return { ...(optional(document, node) as Node), properties: { ...(node['properties'] as Node), ...never } };
}

function optional(document: Node, node: unknown, direction: Direction = 'writeOnly'): unknown {
  const names = membersOf(document, node, direction);
  if (names.length === 0 || !isObject(node) || !Array.isArray(node['required'])) return node;
  return { ...node, required: node['required'].filter((name) => !names.includes(String(name))) };
}
