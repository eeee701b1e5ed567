import type { CheckContext, Refusal } from '../check/check.ts';
import { jsonBodyOf, type RequestBuilder } from '../check/request.ts';
import { NotTested } from '../check/verdict.ts';
import { type Operation } from '../contract/operations.ts';
import { casesOf, isBreak } from '../generate/body-cases.ts';
import { type BodyCase, placeOf } from '../generate/input-case.ts';
import { groupBy } from '../groups.ts';
import type { Exchange } from '../http/exchange.ts';
import { atPointer, isObject, withPointer } from '../schema/pointer.ts';
import { follow } from '../schema/reference.ts';
import type { Schema } from '../schema/schema.ts';
import { oneByOne } from '../turns.ts';
import { type Rounds, refusalOf, roundsOf } from './group-testing.ts';
import { putRow, rowsOf } from './input-rows.ts';

/** The refusals of the wanted breaks of a body: of a break beside others if that shows it, else of the break alone. */
export async function refusalsOf(
  tools: CheckContext,
  operation: Operation,
  wanted: (one: BodyCase) => boolean,
): Promise<readonly Refusal[]> {
  const { cases, rounds } = await knownCases(tools, operation);
  const wantedBreaks = cases.filter((candidate) => candidate.side === 'refused' && wanted(candidate));
  if (wantedBreaks.length === 0)
    throw new NotTested(
      'skip',
      `no body of ${operation.id} is known in which this alone is wrong`,
      'give an example of the request body in the document in which this member has a valid value',
    );
  const alone = (one: BodyCase) => sendAlone(tools, operation, one);
  return oneByOne(wantedBreaks, async (one) => {
    return { keyword: one.keyword, at: one.at, answer: await refusalOf(tools, rounds, one, alone) };
  });
}

/** The answer to each body that is broken in one keyword and has to be refused, without the `further` cases. */
export function bodyRefusals(tools: CheckContext, operation: Operation): Promise<readonly Refusal[]> {
  return refusalsOf(tools, operation, ({ further }) => further !== true);
}

/** The cases of the body that this run sends, made once per run. */
export function knownCases(tools: CheckContext, operation: Operation): ReturnType<typeof makeCases> {
  return tools.shared(`cases of ${operation.id}`, () => makeCases(tools, operation));
}

async function makeCases(tools: CheckContext, operation: Operation) {
  const request = await tools.valid(operation.id);
  const body = jsonBodyOf(request);
  const fits = tools.contract.validators.compile(operation.requestBody?.schema ?? true);
  // Not a body with a second fault: it would be refused for that.
  const every = casesOf(operation, tools.contract, body).filter(
    (one) => one.side === 'accepted' || fits(withPointer(one.body, one.at, one.right)),
  );
  const cases = sampled(tools, every);
  const breaks = cases.filter(isBreak);
  const full = withRightValues(body, breaks, fits);
  const examples = examplesOf(tools, operation);
  const base: Rounds['base'] = (_, index) => Promise.resolve(request.json(varied(full, examples, index)));
  const rounds: Rounds<BodyCase> = { operation, reject: 'invalid-body', rounds: roundsOf(breaks), base };
  return { cases, rounds };
}

/** The refusals of one place show the same, so they are sampled. Each value that has to be accepted counts by itself. */
function sampled(tools: CheckContext, cases: readonly BodyCase[]): readonly BodyCase[] {
  const groups = groupBy(cases, (one) => (one.side === 'refused' ? placeOf(one) : one));
  return [...groups.values()].flatMap((group) => tools.sample(group));
}

/** Adds the right value of each break whose place has none, unless the body would then be invalid. */
function withRightValues(body: unknown, breaks: readonly BodyCase[], fits: (body: unknown) => boolean): unknown {
  return breaks.reduce((whole, { at, right }) => {
    if (atPointer(whole, at) !== undefined) return whole;
    const fuller = withPointer(whole, at, right);
    return fits(fuller) ? fuller : whole;
  }, body);
}

/** Returns a function that says how many breaks are in the round that carries one of these cases. */
export function roundSizeOf(every: readonly BodyCase[]): (cases: readonly BodyCase[]) => number {
  const rounds = roundsOf([...groupBy(every.filter(isBreak), placeOf).values()].map(([first]) => first));
  return (cases) =>
    rounds.find((round) => round.some(({ what }) => cases.some((one) => one.what === what)))?.length ?? 1;
}

async function sendAlone(tools: CheckContext, operation: Operation, one: BodyCase): Promise<Exchange> {
  // Of an object that is missing, a part may be required beside some examples only: the body stays the first one.
  const isObjectMissing = one.keyword === 'required' && isObject(one.right);
  const examples = examplesOf(tools, operation).filter(([name]) => one.place[0] !== name && !isObjectMissing);
  return tools.shared(refusalKey(operation.id, JSON.stringify(one.body)), async () =>
    tools.send(
      (await tools.valid(operation.id)).json(varied(one.body, examples, turnOf(one))).invalid('invalid-body', one.what),
    ),
  );
}

/**
 * The body with the document's examples for these members. Each turn takes another example of each, so that different
 * breaks together try all of them.
 */
function varied(body: unknown, examples: Examples, turn: number): unknown {
  return examples.reduce<unknown>(
    (whole, [name, values]) =>
      atPointer(whole, `/${name}`) === undefined ? whole : withPointer(whole, `/${name}`, values[turn % values.length]),
    body,
  );
}

type Examples = readonly (readonly [name: string, values: readonly unknown[]])[];

/** The members of a body for which the document gives several examples. */
function examplesOf({ contract }: CheckContext, { requestBody }: Operation): Examples {
  const schema = requestBody === undefined ? {} : follow<Schema>(contract.document, requestBody.schema, '').target;
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const examples = typeof member === 'object' ? (member.examples ?? []) : [];
    return examples.length < 2 ? [] : [[name, examples] as const];
  });
}

function turnOf({ place, keyword }: BodyCase): number {
  return [...place.join('/'), ...keyword].reduce((sum, character) => sum + character.charCodeAt(0), 0);
}

/** The key under which the refusal of a body is shared: several clauses may ask for the same body. */
export function refusalKey(operation: string, body: string): string {
  return `refused ${operation} ${body}`;
}

/** As few requests as possible that carry all values that have to be accepted. */
export function acceptedRows(
  { contract }: CheckContext,
  { requestBody }: Operation,
  cases: readonly BodyCase[],
  base: RequestBuilder,
): readonly RequestBuilder[] {
  const fits = contract.validators.compile(requestBody?.schema ?? true);
  return rowsOf(cases).map((row) => putRow(base, row, fits));
}

/** The request with the first row of wanted values that have to be accepted. Undefined if there is none. */
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
