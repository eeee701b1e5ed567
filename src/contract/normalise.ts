import { defined, mapMembers } from '../defined.ts';
import { SpecError } from '../errors.ts';
import { countsOf } from '../groups.ts';
import { plural } from '../nouns.ts';
import { isObject, joinPointer } from '../schema/pointer.ts';
import { follow } from '../schema/reference.ts';
import { membersOfDeepObject } from './deep-object.ts';
import { directed } from './directions.ts';
import type { ContractDocument } from './document.ts';
import { type Normalising, normaliseSchema } from './normalise-schema.ts';
import { withOpenBounds } from './open-bounds.ts';
import { withSchemaInPlace } from './parameter-schema.ts';
import { withPartialChanges } from './partial.ts';
import { pathNames } from './path-names.ts';
import { withoutRecursion } from './recursion.ts';
import { withSources } from './sources.ts';
import { jsonTypeOf } from './statuses.ts';

type Node = Readonly<Record<string, unknown>>;

export interface Normalised {
  readonly document: ContractDocument;
  /** What is not tested, and why, in words. */
  readonly notes: readonly string[];
}

/**
 * Converts an OpenAPI document of 3.0 or 3.1 to the form that the engine reads: 3.1, only keywords that it judges, an id and
 * all parameters at each operation, and JSON request bodies only. Throws a SpecError with the place of a fault.
 */
export function normalise(given: Node): Normalised {
  const version = String(given['openapi'] ?? given['swagger']);
  if (!/^3\.[01]\./u.test(version))
    throw new SpecError(`/openapi: it is of version ${version}; convert it to OpenAPI 3.0 or 3.1.`);
  const { info } = given;
  if (!isObject(info)) throw new SpecError("/info: it has no info; add info: { title: My API, version: '1' }.");
  const unjudged: string[] = [];
  const context: Normalising = { isOld: version.startsWith('3.0'), leaveOut: (what) => unjudged.push(what) };
  const rootEntries = Object.entries(given).filter(([key]) => ROOT.has(key));
  const walked = normaliseNode({ ...Object.fromEntries(rootEntries), info: titled(info) }, '', context) as Node;
  const skipped: string[] = [];
  const paths = pathsOf(walked, (text) => skipped.push(text));
  const { document: finite, cut } = withoutRecursion({ ...walked, paths });
  const document = directed(withPartialChanges(finite as unknown as ContractDocument) as unknown as Node);
  const ofItself = cut === 0 ? [] : [['what a schema says of itself inside itself', cut] as const];
  const unjudgedNotes = [...countsOf(unjudged), ...ofItself].map(
    ([what, times]) => `Not judged: ${what} (${plural(times, 'place')}).`,
  );
  return {
    document: withSources(document as unknown as ContractDocument),
    notes: [...skipped, ...undeclaredSchemes(walked), ...unjudgedNotes],
  };
}

/** What reports name the document by. */
function titled({ title = 'Untitled', version = '', ...rest }: Node): Node {
  return { ...rest, title: String(title), version: String(version) };
}

/** A note on each security scheme that is asked for, but not declared: no credential can be given for it. */
function undeclaredSchemes(document: Node): readonly string[] {
  const { components, paths } = document as {
    readonly components?: Node;
    readonly paths: Readonly<Record<string, Node>>;
  };
  const schemes = isObject(components?.['securitySchemes']) ? components['securitySchemes'] : {};
  const namesOf = (security: unknown) =>
    (Array.isArray(security) ? security : []).flatMap((one: object) => Object.keys(one));
  const operations = Object.values(paths).flatMap((item) => (isObject(item) ? Object.values(item) : []));
  const all = [document, ...operations].flatMap((node) => (isObject(node) ? namesOf(node['security']) : []));
  return [...new Set(all)]
    .filter((name) => !Object.hasOwn(schemes, name))
    .map(
      (name) =>
        `security names ${name}, which components/securitySchemes does not declare: no run has a credential for it.`,
    );
}

/** Converts all schemas below a node, and turns the `example` of a media type into `examples`. */
function normaliseNode(node: unknown, pointer: string, context: Normalising): unknown {
  if (Array.isArray(node)) return node.map((one, index) => normaliseNode(one, joinPointer(pointer, index), context));
  if (!isObject(node)) return node;
  return Object.fromEntries(
    Object.entries(node).flatMap(([key, value]): readonly (readonly [string, unknown])[] => {
      const place = joinPointer(pointer, key);
      if (key.startsWith('x-') || VALUES.has(key) || IGNORED.has(key)) return IGNORED.has(key) ? [] : [[key, value]];
      if (key === 'schema') return [[key, normaliseSchema(value, place, context)]];
      if (key === 'schemas' && pointer === '/components') return [[key, schemasIn(value, place, context)]];
      if (key === 'content' && isObject(value)) return [[key, contentIn(value, place, context)]];
      return [[key, normaliseNode(value, place, context)]];
    }),
  );
}

/** The root fields that matter to requests. */
const ROOT: ReadonlySet<string> = new Set(
  'openapi info servers tags paths components security x-clauses x-conflicts'.split(' '),
);

const VALUES: ReadonlySet<string> = new Set(['example', 'examples', 'tags', 'info', 'security', 'securitySchemes']);

/** Fields that are never tested and do not affect what is. */
const IGNORED: ReadonlySet<string> = new Set(['callbacks', 'links', 'externalDocs']);

function schemasIn(value: unknown, pointer: string, context: Normalising): unknown {
  return mapMembers(isObject(value) ? value : {}, (one, name) =>
    normaliseSchema(one, joinPointer(pointer, name), context),
  );
}

function contentIn(value: Node, pointer: string, context: Normalising): Node {
  return mapMembers(value, (media, type) => {
    const { example, ...rest } = normaliseNode(media, joinPointer(pointer, type), context) as Node;
    return example === undefined ? rest : { ...rest, examples: { example: { value: example } } };
  });
}

const METHODS: ReadonlySet<string> = new Set(['get', 'post', 'put', 'delete', 'patch', 'head', 'options']);

type Note = (text: string) => void;

/** The testable operations of each path. Each also gets the parameters of its path. */
function pathsOf(document: Node, note: Note): Node {
  if (!isObject(document['paths'])) throw new SpecError('/paths: it has no paths, so there is nothing to test.');
  const ids = new Set<string>();
  return Object.fromEntries(
    Object.entries(document['paths']).map(([path, given]) => {
      const pointer = joinPointer('', 'paths', path);
      if (!path.startsWith('/') && !path.startsWith('x-'))
        throw new SpecError(`${pointer}: a path begins with a slash; write /${path}.`);
      const item = isObject(given) ? follow<Node>(document, given, pointer).target : {};
      const operations = Object.entries(item).flatMap(([method, node]) => {
        if (!METHODS.has(method)) return [];
        if (!isObject(node)) throw new SpecError(`${joinPointer(pointer, method)}: an operation has to stand here.`);
        const id = idOf(node, method, path, { ids, note });
        const operation = operationIn(document, path, {
          ...node,
          operationId: id,
          ...parametersOf(document, item, node),
        });
        if (typeof operation === 'string') note(`${id} is not tested: ${operation}.`);
        return typeof operation === 'string' ? [] : [[method, operation] as const];
      });
      return [path, Object.fromEntries(operations)];
    }),
  );
}

/** A unique id: the operation's own, else method and path. It has no slash, because the ids of its clauses begin with it. */
function idOf(
  { operationId }: Node,
  method: string,
  path: string,
  { ids, note }: { readonly ids: Set<string>; readonly note: Note },
): string {
  const made = `${method}${path}`;
  const id = (typeof operationId === 'string' && operationId !== '' ? operationId : made).replaceAll(/[/\s]+/gu, '-');
  const other = made.replaceAll(/[/\s]+/gu, '-');
  const unique = [id, other].find((one) => !ids.has(one)) ?? `${other}-${ids.size}`;
  ids.add(unique);
  if (unique !== id)
    note(`${method.toUpperCase()} ${path} is called ${unique}: another operation has its operationId ${id}.`);
  return unique;
}

function parametersOf(document: Node, item: Node, node: Node): Node {
  const listed = (list: unknown) => (Array.isArray(list) ? (list as readonly unknown[]) : []);
  const keyOf = (one: unknown) => {
    const { target } = follow<Node>(document, one, '');
    return `${String(target['in'])} ${String(target['name'])}`;
  };
  const own = listed(node['parameters']);
  const keys = new Set(own.map(keyOf));
  const inherited = listed(item['parameters']).filter((one) => !keys.has(keyOf(one)));
  return inherited.length === 0 ? {} : { parameters: [...inherited, ...own] };
}

/** The operation in a testable form, or in words why it cannot be tested. */
function operationIn(document: Node, path: string, node: Node): Node | string {
  const { parameters, requestBody } = node;
  const responses = isObject(node['responses']) ? node['responses'] : {};
  if (!Object.keys(responses).some((key) => key.startsWith('2'))) return 'it documents no 2xx response';
  const declared = (Array.isArray(parameters) ? (parameters as readonly unknown[]) : []).map((one) => ({
    one,
    target: follow<Node>(document, one, '').target,
  }));
  const inPath = declared.filter(({ target }) => target['in'] === 'path').map(({ target }) => target['name']);
  const undeclared = pathNames(path).find((one) => !inPath.includes(one));
  if (undeclared !== undefined) return `it declares no parameter for {${undeclared}} in its path`;
  const withoutSchema = declared.filter(({ target }) => target['schema'] === undefined);
  const requiredWithout = withoutSchema.find(({ target }) => target['required'] === true);
  if (requiredWithout !== undefined) return `its parameter ${String(requiredWithout.target['name'])} has no schema`;
  const body = requestBody === undefined ? undefined : follow<Node>(document, requestBody, '').target;
  const content = isObject(body?.['content']) ? body['content'] : {};
  const isJson = jsonTypeOf(content) !== undefined;
  if (body !== undefined && !isJson && body['required'] === true)
    return `its body is ${Object.keys(content).join(' or ') || 'of no type'}, and bodies are made in JSON alone`;
  const usable = declared
    .filter((one) => !withoutSchema.includes(one))
    .flatMap(({ one }) => membersOfDeepObject(document, one))
    .map((one) => withSchemaInPlace(document, one))
    .map((one) => withOpenBounds(document, one));
  return defined({
    ...node,
    parameters: usable.length === 0 ? undefined : usable,
    requestBody: body === undefined || !isJson ? undefined : withSchema(document, requestBody, content),
  });
}

/** A JSON body without a schema gets the empty schema, which accepts any value. */
function withSchema(document: Node, requestBody: unknown, content: Node): unknown {
  const type = jsonTypeOf(content) ?? '';
  const media = content[type];
  if (isObject(media) && media['schema'] !== undefined) return requestBody;
  const { target } = follow<Node>(document, requestBody, '');
  return { ...target, content: { ...content, [type]: { ...(isObject(media) ? media : {}), schema: {} } } };
}
