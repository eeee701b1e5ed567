import { defined } from '../../defined.ts';
import { joinPointer } from '../../schema/pointer.ts';
import { follow } from '../../schema/reference.ts';
import type { Schema } from '../../schema/schema.ts';
import type { ContractDocument, OperationNode } from '../document.ts';
import { permissionOf } from '../permissions.ts';
import { jsonTypeOf } from '../statuses.ts';
import { pagingOf } from './listing.ts';
import { leavingOut, type Place, type Proposal, targetOf } from './proposal.ts';
import { isFreeText, listOf, type Members, membersOf, queryOf, typesOf } from './shape.ts';

/** The mark of a run and a number have room in so many characters. */
const ROOM = 40;

/** What a life promises, by the aspect that its clause is about. */
const PROMISES = {
  unique: 'What is created has an id of its own.',
  listed: 'What is created is listed, as it was created.',
  dropped: 'What was deleted is no longer listed.',
  others: 'Deleting one leaves the others listed.',
} as const;

/** The life of what POST makes, GET of the same path lists and DELETE takes back, if a text of it can bear the mark of a run. */
export function recogniseLife(document: ContractDocument, place: Place): readonly Proposal[] {
  const { path, node } = place;
  const get = document.paths[path]?.['get'];
  const list = get === undefined ? undefined : listOf(document, path, get);
  if (get === undefined || list === undefined || node['x-undo'] === undefined || path.includes('{')) return [];
  const [id, query] = [joinPointer('', list.id), queryOf(document, get)];
  const paging = pagingOf(query, list);
  const isById = Object.values(node['x-undo'].path).join() === id && isId(list.members.get(list.id));
  // Without a total nothing tells a page from the whole list.
  if (!isById || typeof paging === 'string' || (paging !== undefined && paging.total === undefined)) return [];
  if (query.some(({ required }) => required === true)) return [];
  const sent = bodyOf(document, node);
  const kept = [...sent.keys()].filter((name) => areAlike(sent.get(name), list.members.get(name)));
  const marked = kept.find((name) => bearsMark(sent.get(name) ?? {}));
  if (marked === undefined) return [];
  const most = paging?.size.schema.maximum;
  return [
    {
      target: targetOf(place),
      operation: node.operationId,
      what: 'creates what is listed and deleted',
      reason: `what POST ${path} makes is listed by GET ${path} and deleted by ${node['x-undo'].operation}, and ${marked} has room for the mark of a run`,
      confidence: 'certain',
      update: {
        'x-resource': {
          name: path.slice(path.lastIndexOf('/') + 1).replace(/s$/u, ''),
          list: get.operationId,
          ...(most === undefined ? {} : { query: { [paging?.size.name ?? '']: most } }),
          ...defined({ total: paging?.total }),
          items: list.at,
          id,
          unique: [id],
          kept: kept.map((name) => joinPointer('', name)),
          marked: joinPointer('', marked),
        },
        'x-clauses': Object.fromEntries(Object.keys(PROMISES).map((life) => [life, clauseOf(place, life)])),
      },
    },
  ];
}

function clauseOf({ method, path, node }: Place, life: string) {
  const permission = permissionOf(node, method);
  return {
    level: 'SHOULD',
    text: leavingOut(PROMISES[life as keyof typeof PROMISES], `${node.operationId}/${life}`),
    section: `${method.toUpperCase()} ${path}`,
    needs: permission === undefined ? [] : [`allow:${permission}`],
    life,
  };
}

/** The members of the body that it takes. */
function bodyOf(document: ContractDocument, { requestBody }: OperationNode): Members {
  if (requestBody === undefined) return new Map();
  const { content } = follow<typeof requestBody>(document, requestBody, '').target;
  const schema = content[jsonTypeOf(content) ?? '']?.schema;
  return membersOf(document, schema === undefined ? undefined : follow<Schema>(document, schema, '').target);
}

function isId(schema: Schema = {}): boolean {
  return ['string', 'integer'].includes(typesOf(schema).join());
}

function areAlike(sent: Schema = {}, listed: Schema = {}): boolean {
  return typesOf(sent).length > 0 && typesOf(sent).join() === typesOf(listed).join();
}

function bearsMark(schema: Schema): boolean {
  return isFreeText(schema) && (schema.maxLength ?? ROOM) >= ROOM && (schema.minLength ?? 0) <= ROOM / 2;
}
