import type { CheckContext, Refusal } from '../check/check.ts';
import { jsonBodyOf, type RequestBuilder } from '../check/request.ts';
import { NotTested } from '../check/verdict.ts';
import type { Contract } from '../contract/contract.ts';
import { type Operation } from '../contract/operations.ts';
import { bodyCases } from '../generate/body-cases.ts';
import { type BodyCase, placeOf } from '../generate/input-case.ts';
import { groupBy } from '../groups.ts';
import type { Exchange } from '../http/exchange.ts';
import { atPointer, withPointer } from '../schema/pointer.ts';
import { follow } from '../schema/reference.ts';
import type { Schema } from '../schema/schema.ts';
import { type Rounds, refusalOf, roundsOf } from './group-testing.ts';
import { putRow, rowsOf } from './input-rows.ts';

/** The cases of a body by the document, as ajv sees them after encoding. */
export function casesOf(operation: Operation, contract: Contract, base: unknown): readonly BodyCase[] {
  const body = operation.requestBody;
  if (body === undefined) return [];
  const fits = contract.validators.compile(body.schema);
  return bodyCases(contract.document, body.schema, base, body.pointer).filter(
    (one) => fits(one.body) === (one.side === 'accepted'),
  );
}

/** The refusals of a body's breaks: beside others where that shows them, else by themselves. */
export async function refusalsOf(
  tools: CheckContext,
  operation: Operation,
  wanted: (one: BodyCase) => boolean,
): Promise<readonly Refusal[]> {
  const { cases, rounds } = await knownCases(tools, operation);
  const mine = cases.filter((candidate) => candidate.side === 'refused' && wanted(candidate));
  if (mine.length === 0)
    throw new NotTested(
      'skip',
      `no body is known of ${operation.id} in which this alone is wrong`,
      'give an example of the request body in the document in which this member has a valid value',
    );
  const alone = (one: BodyCase) => sendAlone(tools, operation, one);
  const found: Refusal[] = [];
  for (const one of mine)
    found.push({ keyword: one.keyword, at: one.at, answer: await refusalOf(tools, rounds, one, alone) });
  return found;
}

/** The answer to every body of the operation that is broken in one keyword, which it has to refuse. */
export function bodyRefusals(tools: CheckContext, operation: Operation): Promise<readonly Refusal[]> {
  return refusalsOf(tools, operation, ({ further }) => further !== true);
}

interface KnownCases {
  readonly cases: readonly BodyCase[];
  readonly rounds: Rounds<BodyCase>;
}

/** The cases of the body with which this target is asked, made once per run. */
export function knownCases(tools: CheckContext, operation: Operation): Promise<KnownCases> {
  return tools.shared(`cases of ${operation.id}`, () => makeCases(tools, operation));
}

async function makeCases(tools: CheckContext, operation: Operation): Promise<KnownCases> {
  const request = await tools.valid(operation.id);
  const body = jsonBodyOf(request);
  const fits = tools.contract.validators.compile(operation.requestBody?.schema ?? true);
  // A body with a second fault would be refused for that one.
  const every = casesOf(operation, tools.contract, body).filter(
    (one) => one.side === 'accepted' || fits(withPointer(one.body, one.at, one.right)),
  );
  // Of one place one refusal shows the same as another; values that have to be accepted differ.
  const likes = groupBy(every, (one) => (one.side === 'refused' ? placeOf(one) : one));
  const cases = [...likes.values()].flatMap((some) => tools.sample(some));
  const broken = cases.filter(isBreak);
  const full = broken.reduce<unknown>((whole, { at, right }) => {
    const fuller = atPointer(whole, at) === undefined ? withPointer(whole, at, right) : whole;
    return fits(fuller) ? fuller : whole;
  }, body);
  const examples = examplesOf(tools, operation);
  return {
    cases,
    rounds: {
      operation,
      reject: 'invalid-body',
      rounds: roundsOf(broken),
      base: (_, index) => Promise.resolve(request.json(varied(full, examples, index))),
    },
  };
}

/** Of those that are broken the ones that a first look asks for. */
export function isBreak({ side, further }: BodyCase): boolean {
  return side === 'refused' && further !== true;
}

/** How many breaks travel with the first that shows one of these cases. */
export function roundSizeOf(every: readonly BodyCase[]): (cases: readonly BodyCase[]) => number {
  const rounds = roundsOf([...groupBy(every.filter(isBreak), placeOf).values()].map(([first]) => first));
  return (cases) =>
    rounds.find((round) => round.some(({ what }) => cases.some((one) => one.what === what)))?.length ?? 1;
}

async function sendAlone(tools: CheckContext, operation: Operation, one: BodyCase): Promise<Exchange> {
  const examples = examplesOf(tools, operation).filter(([name]) => one.place[0] !== name);
  return tools.shared(refusalKey(operation.id, JSON.stringify(one.body)), async () =>
    tools.send(
      (await tools.valid(operation.id))
        .json(varied(one.body, examples, numberOf(one)))
        .invalid('invalid-body', one.what),
    ),
  );
}

/**
 * The same body with another of the document's examples for these members, such as the types of system: each break
 * travels with another of them, so that none of them is left unchecked.
 */
function varied(body: unknown, examples: Examples, turn: number): unknown {
  return examples.reduce<unknown>(
    (whole, [name, values]) =>
      atPointer(whole, `/${name}`) === undefined ? whole : withPointer(whole, `/${name}`, values[turn % values.length]),
    body,
  );
}

/** Members of a body with their examples. */
type Examples = readonly (readonly [name: string, values: readonly unknown[]])[];

/** The members of a body for which the document gives several examples. */
function examplesOf({ contract }: CheckContext, { requestBody }: Operation): Examples {
  const schema = requestBody === undefined ? {} : follow<Schema>(contract.document, requestBody.schema, '').target;
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const examples = typeof member === 'object' ? (member.examples ?? []) : [];
    return examples.length < 2 ? [] : [[name, examples] as const];
  });
}

function numberOf({ place, keyword }: BodyCase): number {
  return [...place.join('/'), ...keyword].reduce((sum, character) => sum + character.charCodeAt(0), 0);
}

/** The key under which a body that has to be refused is shared: what its refusal says may be another clause's affair. */
export function refusalKey(operation: string, body: string): string {
  return `refused ${operation} ${body}`;
}

/** The requests that carry values which have to be accepted: as few as can be show them all. */
export function acceptedRows(
  { contract }: CheckContext,
  { requestBody }: Operation,
  cases: readonly BodyCase[],
  base: RequestBuilder,
): readonly RequestBuilder[] {
  const fits = contract.validators.compile(requestBody?.schema ?? true);
  return rowsOf(cases).map((row) => putRow(base, row, fits));
}

/** The request with the values that have to be accepted, where its body is asked about any. */
export async function withFirstRow(
  tools: CheckContext,
  operation: Operation,
  request: RequestBuilder,
): Promise<RequestBuilder | undefined> {
  if (operation.requestBody === undefined || operation.rejects['invalid-body'] === undefined) return undefined;
  const { cases } = await knownCases(tools, operation);
  const accepted = cases.filter(
    (one) => one.side === 'accepted' && tools.isWanted(`${operation.id}/body/${placeOf(one)}`),
  );
  return acceptedRows(tools, operation, accepted, request)[0];
}
