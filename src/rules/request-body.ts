import { type Check, check, type Evidence, type Tools } from '../check/check.ts';
import { accepted, enough, isSuccess, refused, statusOf } from '../check/judges.ts';
import type { Assertion } from '../check/check.ts';
import type { RequestBuilder } from '../check/request.ts';
import { NotShown } from '../check/verdict.ts';
import type { Contract } from '../contract/contract.ts';
import type { Schema } from '../contract/document.ts';
import { follow, type Operation, type RejectKind } from '../contract/operations.ts';
import { atPointer, withPointer } from '../contract/pointer.ts';
import { exampleBody } from '../generate/base.ts';
import { type BodyCase, bodyCases } from '../generate/mutate.ts';
import type { Exchange } from '../http/exchange.ts';
import { type DerivedCheck, derivedClause, type RequestRule } from './rule.ts';

/** Each keyword of a JSON request body: bodies at the bound are accepted, bodies broken in that keyword alone are refused. */
export const bodyBounds: RequestRule = {
  derive(operation, contract) {
    if (operation.requestBody === undefined || operation.rejects['invalid-body'] === undefined) return [];
    return [...group(casesOf(operation, contract, exampleBody(contract, operation.id)))].map(([place, cases]) =>
      deriveCase(operation, place, cases),
    );
  },
};

/** What is no JSON object at all: broken JSON, nothing, an array, a scalar. */
export const malformedBody: RequestRule = {
  derive(operation) {
    if (operation.requestBody === undefined || operation.rejects['malformed-json'] === undefined) return [];
    return MALFORMED.filter(({ everywhere }) => everywhere || operation.security.length === 0).map(
      ({ slug, text, what }) => {
        const clause = derivedClause(operation, ['body', slug], {
          text: `A request body that is ${what} is refused.`,
          pointer: operation.requestBody?.pointer ?? '',
        });
        return {
          clause,
          checks: [
            refusalCheck(clause.id, operation, (tools) =>
              Promise.resolve([
                {
                  key: refusalKey(operation.id, text),
                  request: tools.bare(operation.id).raw(text).invalid('malformed-json', `a body that is ${what}`),
                },
              ]),
            ),
          ],
        };
      },
    );
  },
};

/** Bodies of another kind are tried where nobody stands at the door; elsewhere broken and empty ones show as much. */
const MALFORMED = [
  { slug: 'malformed', text: '{"messages": [', what: 'no well-formed JSON', everywhere: true },
  { slug: 'empty', text: '', what: 'empty', everywhere: true },
  { slug: 'array', text: '[]', what: 'an array', everywhere: false },
  { slug: 'scalar', text: '"text"', what: 'a scalar', everywhere: false },
] as const;

function casesOf(operation: Operation, contract: Contract, base: unknown): readonly BodyCase[] {
  const body = operation.requestBody;
  if (body === undefined) return [];
  const fits = contract.validators.compile(body.schema);
  return bodyCases(contract.document, body.schema, base, body.pointer).filter(
    (one) => fits(one.body) === (one.side === 'accepted'),
  );
}

function group(cases: readonly BodyCase[]): ReadonlyMap<string, readonly BodyCase[]> {
  const groups = new Map<string, BodyCase[]>();
  for (const one of cases) {
    const key = [...one.place, one.keyword].join('/');
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return groups;
}

function deriveCase(operation: Operation, place: string, cases: readonly BodyCase[]): DerivedCheck {
  const [first] = cases;
  const refusals = cases.filter(({ side, further }) => side === 'refused' && further !== true).map(({ what }) => what);
  const accepts = cases.filter(({ side }) => side === 'accepted').map(({ what }) => what);
  const words = [
    ...(accepts.length > 0 ? [`accepted when ${accepts.join(', ')}`] : []),
    ...(refusals.length > 0 ? [`refused when ${refusals.join(', ')}`] : []),
  ];
  const clause = derivedClause(operation, ['body', ...place.split('/')], {
    text: `A request is ${words.join('; ')}.`,
    pointer: first?.pointer ?? '',
    level: first?.level ?? 'MUST',
  });
  const wanted = (kind: BodyCase['side'] | 'further') => (contract: Contract, base: unknown) =>
    casesOf(operation, contract, base).filter(
      (one) =>
        (one.further === true ? 'further' : one.side) === kind && [...one.place, one.keyword].join('/') === place,
    );
  const checks = [
    ...(refusals.length === 0
      ? []
      : [refusalCheck(clause.id, operation, (tools) => refusalRequests(tools, operation, wanted('refused')))]),
    ...(cases.some(({ further }) => further === true)
      ? [
          {
            ...refusalCheck(clause.id, operation, (tools) => refusalRequests(tools, operation, wanted('further'))),
            variant: 'further',
            depth: 'deep' as const,
          },
        ]
      : []),
    ...(accepts.length === 0 ? [] : [acceptanceCheck(clause.id, operation, wanted('accepted'))]),
  ];
  return { clause, checks };
}

type Wanted = (contract: Contract, base: unknown) => readonly BodyCase[];

async function refusalRequests(tools: Tools, operation: Operation, wanted: Wanted) {
  const base = await tools.valid(operation.id);
  return wanted(tools.contract, JSON.parse(base.draft.body ?? 'null')).map((one) => ({
    key: refusalKey(operation.id, JSON.stringify(one.body)),
    request: base.json(varied(tools, operation, one)).invalid('invalid-body', one.what),
  }));
}

/** A request that has to be refused, and the key under which its answer is shared: the break by itself, unvaried. */
interface KeyedRequest {
  readonly key: string;
  readonly request: RequestBuilder;
}

/**
 * The same break within another valid body: where the document gives several examples of a member, such as the types of
 * system, each break travels with another of them, so that none of them is left unchecked.
 */
function varied({ contract }: Tools, operation: Operation, one: BodyCase): unknown {
  const schema =
    operation.requestBody === undefined
      ? {}
      : follow<Schema>(contract.document, operation.requestBody.schema, '').target;
  return Object.entries(schema.properties ?? {}).reduce<unknown>((body, [name, member]) => {
    const examples = typeof member === 'object' ? (member.examples ?? []) : [];
    if (examples.length < 2 || one.place[0] === name || atPointer(body, `/${name}`) === undefined) return body;
    return withPointer(body, `/${name}`, examples[numberOf(one) % examples.length]);
  }, one.body);
}

function numberOf({ place, keyword }: BodyCase): number {
  return [...place.join('/'), ...keyword].reduce((sum, character) => sum + character.charCodeAt(0), 0);
}

function acceptanceCheck(clause: string, operation: Operation, wanted: Wanted): Check {
  return check({
    clause,
    variant: 'accepted',
    ...(operation.permission === 'chat' ? { once: true } : {}),
    async act(tools) {
      const base = await plainly(tools, operation);
      const body: unknown = JSON.parse(base.draft.body ?? 'null');
      const rows = acceptedRows(casesOf(operation, tools.contract, body), body);
      const inside: Exchange[] = [];
      for (const one of wanted(tools.contract, body))
        inside.push(await sendAccepted(tools, operation, base, one, rows));
      return { inside };
    },
    judge: ({ inside }) => inside.map((exchange) => accepted(exchange)),
  });
}

/** The row in which this value travels with others; by itself where that row was not accepted. */
async function sendAccepted(
  tools: Tools,
  operation: Operation,
  base: RequestBuilder,
  one: BodyCase,
  rows: readonly unknown[],
): Promise<Exchange> {
  const value = JSON.stringify(atPointer(one.body, one.at));
  const row = rows.find((body) => JSON.stringify(atPointer(body, one.at)) === value) ?? one.body;
  const send = (body: unknown) => tools.shared(acceptedKey(operation, base, body), () => tools.send(base.json(body)));
  const together = await send(row);
  return isSuccess(together) || row === one.body ? together : send(one.body);
}

/** What equals the one valid request of a run is that request: sent again it would leave another thing behind. */
function acceptedKey({ id, permission, security }: Operation, { draft }: RequestBuilder, body: unknown): string {
  const text = JSON.stringify(body);
  return permission !== undefined && security.length > 0 && text === draft.body
    ? `control ${id}`
    : `accept ${id} ${text}`;
}

/** Body i holds the i-th value of each place that has to be accepted, so that as few requests as can be show them all. */
function acceptedRows(cases: readonly BodyCase[], base: unknown): readonly unknown[] {
  const columns = new Map<string, unknown[]>();
  for (const { at, body } of cases.filter(({ side }) => side === 'accepted'))
    columns.set(at, [...(columns.get(at) ?? []), atPointer(body, at)]);
  const height = Math.max(0, ...[...columns.values()].map((values) => values.length));
  return Array.from({ length: height }, (_, index) =>
    [...columns].reduce(
      (body, [at, values]) => (index < values.length ? withPointer(body, at, values[index]) : body),
      base,
    ),
  );
}

/**
 * Refusals are believed only beside a control: a valid request that is accepted, or, where sending one is not allowed,
 * the same request without its credential, which has to be refused differently.
 */
function refusalCheck(
  clause: string,
  operation: Operation,
  requests: (tools: Tools) => Promise<readonly KeyedRequest[]>,
): Check {
  return check({
    clause,
    variant: 'refused',
    async act(tools) {
      const outside: Exchange[] = [];
      for (const { key, request } of await requests(tools))
        outside.push(await tools.shared(key, () => tools.send(request)));
      return { outside, ...(await control(tools, operation)) };
    },
    given: (evidence: Evidence) => controlAssertions(evidence as unknown as Refusals),
    judge: (evidence: Evidence) => (evidence as unknown as Refusals).outside.map((exchange) => refused(exchange)),
  });
}

/** The key under which a body that has to be refused is shared: what its refusal says may be another clause's affair. */
function refusalKey(operation: string, body: string): string {
  return `refused ${operation} ${body}`;
}

interface Refusals {
  readonly outside: readonly Exchange[];
  readonly positive?: Exchange;
  readonly unauthenticated?: Exchange;
}

function controlAssertions({ positive, unauthenticated, outside }: Refusals): readonly Assertion[] {
  if (positive !== undefined) return [accepted(positive)];
  if (unauthenticated === undefined) return [];
  const differs = outside.some((exchange) => statusOf(exchange) !== statusOf(unauthenticated));
  return [
    enough(differs, 'a request without its credential is answered in the same way, so the refusal shows nothing'),
  ];
}

/** A valid request; without any credential where it costs something and none is needed, so that one request serves both. */
async function plainly(tools: Tools, operation: Operation): Promise<RequestBuilder> {
  const request = await tools.valid(operation.id);
  return operation.permission !== undefined && operation.security.length === 0 ? request.as() : request;
}

async function control(
  tools: Tools,
  operation: Operation,
): Promise<{ positive?: Exchange; unauthenticated?: Exchange }> {
  try {
    return {
      positive: await tools.shared(`control ${operation.id}`, async () => tools.send(await tools.valid(operation.id))),
    };
  } catch (error) {
    if (!(error instanceof NotShown) || error.kind !== 'skip') throw error;
    if (operation.security.length === 0) return {};
    const bare = tools
      .bare(operation.id)
      .as()
      .invalid('missing-credential' satisfies RejectKind, 'no credential');
    return { unauthenticated: await tools.shared(`bare ${operation.id}`, () => tools.send(bare)) };
  }
}
