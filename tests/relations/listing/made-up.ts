import type { CheckContext } from '../../../src/check/check.ts';
import { requestTo } from '../../../src/check/request.ts';
import type { Depth } from '../../../src/check/target.ts';
import { budgetSpent } from '../../../src/check/verdict.ts';
import { type Contract, createContract, operationOf } from '../../../src/contract/contract.ts';
import type { ContractDocument } from '../../../src/contract/document.ts';
import type { Listing } from '../../../src/contract/listing.ts';
import { placeOf } from '../../../src/contract/listing.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import type { Query, Row } from '../../../src/relations/listing/answer.ts';
import { explore } from '../../../src/relations/listing/explore.ts';
import { createModelReader, type Finding, findingsOf } from '../../../src/relations/listing/findings.ts';
import { createModel } from '../../../src/relations/listing/model.ts';
import { createPlans } from '../../../src/relations/listing/plan.ts';
import { type Change, emptyMemory, type Reply, respond } from '../../../src/relations/listing/service.ts';
import { BUDGETS } from '../../../src/run/plan.ts';
import { withPointer } from '../../../src/schema/pointer.ts';
import { exchange, json } from '../../support/exchanges.ts';

/** A listing of another field: parts of a store, by shelf, weight and day of delivery. */
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Parts', version: '1' },
  'x-conflicts': {},
  paths: {
    '/parts': {
      get: {
        operationId: 'listParts',
        parameters: [
          { name: 'text', in: 'query', schema: { type: 'string' } },
          { name: 'shelf', in: 'query', schema: { type: 'string', enum: ['A', 'B', 'C', 'AB'] } },
          { name: 'minWeight', in: 'query', schema: { type: 'number', minimum: 0 } },
          { name: 'since', in: 'query', schema: { type: 'integer', minimum: 0, maximum: 5000 } },
          { name: 'until', in: 'query', schema: { type: 'integer', minimum: 0, maximum: 5000 } },
          {
            name: 'order',
            in: 'query',
            schema: { type: 'string', enum: ['best', 'weight', 'arrived'], default: 'best' },
          },
          { name: 'p', in: 'query', schema: { type: 'integer', minimum: 1, default: 1 } },
          { name: 'n', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 50, default: 20 } },
        ],
        responses: {
          '200': {
            description: 'Parts.',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Page' } } },
          },
        },
        'x-listing': {
          items: '/parts',
          id: 'no',
          total: '/count',
          pages: '/pages',
          page: { parameter: 'p', echo: '/p' },
          size: { parameter: 'n', echo: '/n' },
          filters: [
            { parameter: 'shelf', member: 'shelf', relation: 'equals' },
            { parameter: 'minWeight', member: 'weight', relation: 'at-least' },
            { parameter: 'since', member: 'day', relation: 'at-least' },
            { parameter: 'until', member: 'day', relation: 'at-most' },
          ],
          sort: { parameter: 'order', by: { weight: 'weight', arrived: 'arrived' }, free: ['best'] },
          search: { parameter: 'text', members: ['name', 'note'] },
          summaries: [
            { total: '/stats/all' },
            { counts: '/stats/shelves', member: 'shelf' },
            { range: '/stats/days', member: 'day' },
          ],
        },
      },
    },
  },
  components: {
    securitySchemes: {},
    schemas: {
      Page: {
        type: 'object',
        properties: {
          parts: { type: 'array', items: { $ref: '#/components/schemas/Part' } },
          count: { type: 'integer' },
          pages: { type: 'integer' },
          p: { type: 'integer' },
          n: { type: 'integer' },
          stats: {
            type: 'object',
            properties: { all: { type: 'integer' }, shelves: { type: 'object' }, days: { type: ['object', 'null'] } },
          },
        },
      },
      Part: {
        type: 'object',
        required: ['no', 'name', 'note', 'shelf', 'weight', 'day', 'arrived'],
        properties: {
          no: { type: 'string', pattern: '^p[0-9]+$' },
          name: { type: 'string' },
          note: { type: 'string' },
          shelf: { type: 'string' },
          weight: { type: 'number' },
          day: { type: 'integer' },
          arrived: { type: 'string', format: 'date-time' },
        },
      },
    },
  },
} as unknown as ContractDocument;

export const contract: Contract = createContract({ document: DOCUMENT, digest: '', path: '', companions: [] });

/** The contract of a changed declaration. */
export function contractWith(change: Readonly<Record<string, unknown>>): Contract {
  const document = structuredClone(DOCUMENT) as unknown as { paths: Record<string, { get: Record<string, object> }> };
  const operation = document.paths['/parts']?.get;
  if (operation !== undefined) operation['x-listing'] = { ...operation['x-listing'], ...change };
  return createContract({ document: document as unknown as ContractDocument, digest: '', path: '', companions: [] });
}

export const listing = contract.listings.get('listParts') as Listing;

export interface Part extends Readonly<Record<string, unknown>> {
  readonly no: string;
  readonly name: string;
  readonly note: string;
  readonly shelf: string;
  readonly weight: number;
  readonly day: number;
  readonly arrived: string;
}

const WORDS = [
  'bracket',
  'spindle',
  'gasket',
  'löffel',
  'washer',
  'crankshaft',
  'bearing',
  'flange',
  'coupling',
  'gearbox',
];

/** Some parts, always the same for the same number and seed. */
export function partsOf(count: number, seed = 1): readonly Part[] {
  let state = seed * 2654435761;
  const next = (below: number) => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9) >>> 0;
    return state % below;
  };
  const word = () => WORDS[next(WORDS.length)] ?? 'part';
  return Array.from({ length: count }, (_, index) => ({
    no: `p${index + 1}`,
    name: `${word()} with ${word()} (${index}) of the long series number ${next(9)}`,
    note: `${word()} ${word()} ${'xyzuvw'.slice(0, 2 + next(4))}${WORDS[next(10)]}`,
    shelf: ['A', 'A', 'B', 'C', 'AB'][next(5)] ?? 'A',
    weight: next(4) === 0 ? next(20) : next(200) / 10,
    day: 10 + next(30),
    arrived: new Date(Date.UTC(2020, next(12), 1 + next(28))).toISOString(),
  }));
}

/** How a service may differ from the simplest one, and keep every promise. */
export interface Manner {
  /** The least item first. */
  readonly ascending?: boolean;
  /** What a search finds beside what it has to. */
  readonly findsMore?: ((row: Row, text: string) => boolean) | undefined;
  /** Changes the finished answer: a broken member, a member less. */
  readonly spoil?: (body: Record<string, unknown>, query: Query) => unknown;
  /** Statuses instead of answers. */
  readonly refuse?: (query: Query) => number | undefined;
  /** The budget ends with so many requests. */
  readonly budget?: number;
  /** Items that are there at the n-th request. */
  readonly visible?: (requests: number) => number;
}

/** Where the same items are learnt, the same requests are chosen: that need not be done again. */
const plans = createPlans();

/** Explores a made-up service at a depth, and tells what was found and how many requests it took. */
export async function tried(
  parts: readonly Part[],
  {
    change = {},
    manner = {},
    depth = 'standard' as Depth,
    only,
  }: { readonly change?: Change; readonly manner?: Manner; readonly depth?: Depth; readonly only?: string },
) {
  const rows = parts.map((part): Row => ({ key: part.no, values: part, measured: {} }));
  const sent: Exchange[] = [];
  const kept = emptyMemory();
  const answer = (query: Query): Exchange => {
    if (sent.length >= (manner.budget ?? Infinity)) throw budgetSpent('skip');
    const all = rows.slice(0, manner.visible?.(sent.length) ?? rows.length);
    const { found } = createModel(listing, { rows: all, whole: true, total: all.length });
    const source = (one: Query) => {
      const { text: _text, ...rest } = one;
      const must = found(one);
      const more =
        one['text'] === undefined
          ? []
          : found(rest).filter((item) => !must.includes(item) && manner.findsMore?.(item, one['text'] ?? '') === true);
      const joined = [...must, ...more].toSorted((a, b) => found(rest).indexOf(a) - found(rest).indexOf(b));
      return manner.ascending === true && one['order'] !== undefined && one['order'] !== 'best'
        ? joined.toReversed()
        : joined;
    };
    const reply = respond(listing, source, change, query, kept);
    const status = manner.refuse?.(query) ?? reply.failed ?? 200;
    const body = bodyOf(reply) as Record<string, unknown>;
    const done = exchange({
      seq: sent.length + 1,
      operation: 'listParts',
      request: { query: query },
      outcome: json(status, status === 200 ? (manner.spoil?.(body, query) ?? body) : { error: 'no' }),
    });
    sent.push(done);
    return done;
  };
  const reader = createModelReader({ contract, listing });
  const evidence = await explore(toolsFor(answer, depth, only), { reader, plans });
  const findings = findingsOf(reader, evidence);
  return { evidence, findings, sent, slugs: slugsOf(findings) };
}

export function slugsOf(findings: readonly Finding[]): readonly string[] {
  return [...new Set(findings.map(({ slug }) => slug))];
}

function bodyOf(reply: Reply): unknown {
  const places: readonly (readonly [string | undefined, unknown])[] = [
    [listing.items, reply.rows.map(({ values }) => values)],
    [listing.total, reply.total],
    [listing.pages, reply.pages],
    [listing.page.echo, reply.page],
    [listing.size.echo, reply.size],
    ...listing.summaries.map((summary, index) => [placeOf(summary), reply.summaries[index]] as const),
  ];
  return places.reduce<unknown>(
    (body, [place, value]) => (place === undefined ? body : withPointer(body, place, value)),
    {},
  );
}

/** The few tools that exploring needs; an identical request that may be remembered is, as in a session. */
function toolsFor(answer: (query: Query) => Exchange, depth: Depth, only?: string): CheckContext {
  const memory = new Map<string, Exchange>();
  const tools: Partial<CheckContext> = {
    contract,
    budget: BUDGETS[depth],
    mark: 'conform-test',
    seed: 1,
    replay: undefined,
    isWanted: (clause) => only === undefined || clause === only,
    request: (operation) => requestTo(operationOf(contract, operation)),
    send({ draft }) {
      const query = Object.fromEntries(draft.query);
      const key = JSON.stringify(query);
      const known = draft.fresh ? undefined : memory.get(key);
      return Promise.resolve().then(() => {
        const done = known ?? answer(query);
        if (!draft.fresh) memory.set(key, done);
        return draft.intent.kind === 'open' ? { ...done, intent: draft.intent } : done;
      });
    },
  };
  return tools as CheckContext;
}
