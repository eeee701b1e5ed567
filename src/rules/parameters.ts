import { type Check, check } from '../check/check.ts';
import { accepted, refused, statusOf } from '../check/judges.ts';
import { withArticle } from '../check/quote.ts';
import type { Contract } from '../contract/contract.ts';
import type { Operation, Parameter } from '../contract/operations.ts';
import { isCursor } from '../contract/recognise/listing.ts';
import { statusFits } from '../contract/statuses.ts';
import { present } from '../defined.ts';
import { boundaryCases } from '../generate/boundary.ts';
import type { InputCase } from '../generate/input-case.ts';
import { groupBy } from '../groups.ts';
import type { Exchange } from '../http/exchange.ts';
import { joinPointer } from '../schema/pointer.ts';
import { follow } from '../schema/reference.ts';
import type { Schema } from '../schema/schema.ts';
import { type Rounds, refusalOf, roundsOf } from './group-testing.ts';
import { acceptanceOf, put } from './input-rows.ts';
import type { ExplorerOf } from './listing-desk.ts';
import { isOpen } from './open.ts';
import { type Known, parameterRows, type Rows } from './parameter-rows.ts';
import { type DerivedCheck, derivedClause, type RequestRule, show } from './rule.ts';

/**
 * Each bound, type and enumeration of each query and path parameter: values at it and inside are accepted, values one step
 * outside are refused. One request carries a value of each parameter. If it is refused, they are sent alone.
 */
export const parameterBounds: RequestRule = {
  derive(operation, contract, desk) {
    const parameters = operation.parameters
      .filter(isBounded)
      .map((parameter) => withCases(operation, parameter, contract));
    const queried = parameters.filter(({ part }) => part === 'query');
    const known = acceptedBy(operation, contract, desk);
    const plan: Plan = {
      operation,
      known,
      rows: parameterRows(
        operation,
        queried.map(({ cases }) => cases.filter(isAccepted)),
        known,
      ),
      rounds: refusedRounds(operation, queried),
      queried: queried.length,
    };
    return parameters.flatMap((parameter) =>
      [...groupBy(parameter.cases, ({ keyword }) => keyword)].map(([keyword, cases]) =>
        deriveKeyword(plan, { ...parameter, cases }, keyword),
      ),
    );
  },
};

/** A parameter and the values at and beside its bounds. */
interface Bounded {
  readonly name: string;
  readonly part: 'query' | 'path';
  readonly schema: Schema;
  readonly pointer: string;
  readonly cases: readonly InputCase[];
}

/** Is the parameter tried? Headers are not, and a path parameter only if it has a source of right values. */
function isBounded({ in: place, 'x-sources': sources }: Parameter): boolean {
  return place === 'query' || (place === 'path' && sources !== undefined);
}

/** In a plain document, a generated id or cursor most likely belongs to nothing. So only invalid values of these are tried. */
function withCases({ plain }: Operation, parameter: Parameter, contract: Contract): Bounded {
  const { target: schema, pointer } = follow<Schema>(contract.document, parameter.schema, parameter.pointer);
  const { name } = parameter;
  const part: Bounded['part'] = parameter.in === 'path' ? 'path' : 'query';
  const isId =
    plain === true &&
    schema.enum === undefined &&
    (part === 'path' || isCursor(name) || parameter.isReference === true);
  const cases = boundaryCases(schema)
    .filter((one) => !isId || !isAccepted(one))
    // Only a plain document is taken to say that a flag can be nothing else.
    .filter(() => plain === true || schema.type !== 'boolean')
    .map((one): InputCase => ({ ...one, in: part, path: [name], what: `${name}=${one.value} (${one.what})` }));
  const isNeeded = plain === true && part === 'query' && parameter.required === true;
  return { name, part, schema, pointer, cases: isNeeded ? [...cases, missing(name)] : cases };
}

function missing(name: string): InputCase {
  return { in: 'query', path: [name], keyword: 'required', side: 'refused', what: `${name} is missing` };
}

function isAccepted({ side }: Pick<InputCase, 'side'>): boolean {
  return side === 'accepted';
}

const REJECTS = { query: 'invalid-query', path: 'invalid-path' } as const;

function deriveKeyword(plan: Plan, { name, part, schema, pointer, cases }: Bounded, keyword: string): DerivedCheck {
  const { operation } = plan;
  const isPresence = keyword === 'required';
  const expected = isPresence ? true : (schema as Readonly<Record<string, unknown>>)[keyword];
  const clause = derivedClause(operation, [name, keyword], {
    text: isPresence
      ? `A request without ${name} is refused.`
      : `${name} has to be ${boundWords(keyword, expected)}; other values are refused.`,
    pointer: isPresence ? pointer : joinPointer(pointer, keyword),
    subject: { kind: 'parameter', in: part, name, keyword, expected },
  });
  const accepts = cases.filter(isAccepted);
  const refusals = operation.rejects[REJECTS[part]] === undefined ? [] : cases.filter((one) => !isAccepted(one));
  return {
    clause,
    checks: present(
      accepts.length > 0 && acceptedBoundCheck(clause.id, plan, accepts),
      refusals.length > 0 && refusedBoundCheck(clause.id, plan, refusals, part),
    ),
  };
}

function boundWords(keyword: string, expected: unknown): string {
  switch (keyword) {
    case 'type':
      return withArticle([expected].flat().join(' or '));
    case 'enum':
      return `one of ${[expected]
        .flat()
        .map((value) => show(value))
        .join(', ')}`;
    case 'minimum':
      return `${show(expected)} or more`;
    case 'maximum':
      return `${show(expected)} or less`;
    case 'minLength':
    case 'maxLength':
      return `a text of at ${keyword === 'minLength' ? 'least' : 'most'} ${String(expected)} characters`;
    default:
      return `a valid ${String(expected)}`;
  }
}

/** What the checks of all parameters of an operation share. */
interface Plan {
  readonly operation: Operation;
  /** Requests that were accepted before. */
  readonly known: Known;
  /** Which values share a request: of those to be accepted (`rows`), and of those to be refused (`rounds`). */
  readonly rows: Rows;
  readonly rounds: Rounds;
  /** How many query parameters have bounds. */
  readonly queried: number;
}

function acceptedBoundCheck(clause: string, { operation, known, rows }: Plan, cases: readonly InputCase[]): Check {
  return check({
    clause,
    async act(tools) {
      const base = await tools.valid(operation.id);
      const control = await tools.send(base);
      const inside: Exchange[] = [];
      for (const one of cases) {
        const placed = await rows(tools);
        const before = [...(await known(tools)), ...placed.accepted];
        inside.push(
          await acceptanceOf(one, { known: before, rows: placed.rows, alone: put(base, one), send: tools.send }),
        );
      }
      return { control, inside };
    },
    given: ({ control }) => [accepted(control)],
    judge: ({ inside }) =>
      inside.filter((exchange) => !isAllowedRefusal(operation, exchange)).map((exchange) => accepted(exchange)),
  });
}

function refusedBoundCheck(clause: string, plan: Plan, cases: readonly InputCase[], part: Bounded['part']): Check {
  const { operation, known, rounds, queried } = plan;
  const reject = REJECTS[part];
  return check({
    clause,
    variant: 'refused',
    clausesPerRequest: part === 'query' ? queried : 1,
    rejected: reject,
    async act(tools) {
      // Explores a listing first: only undisturbed it shows what it keeps from one request to the next.
      await known(tools);
      const control = await tools.send(await tools.valid(operation.id));
      const alone = async (one: InputCase) =>
        tools.send(put(await tools.valid(operation.id), one).invalid(reject, one.what));
      const outside: Exchange[] = [];
      for (const one of cases) outside.push(await refusalOf(tools, rounds, one, alone));
      return { control, outside };
    },
    given: ({ control }) => [accepted(control)],
    judge: ({ outside }) => outside.map((exchange) => refused(exchange)),
  });
}

/** The bad values of all query parameters in rounds. A parameter that a round does not break has a good value. */
function refusedRounds(operation: Operation, queried: readonly Bounded[]): Rounds {
  const good = Object.fromEntries(
    queried.flatMap(({ name, cases }) =>
      cases
        .filter(isAccepted)
        .slice(0, 1)
        .map(({ value }) => [name, String(value)]),
    ),
  );
  return {
    operation,
    reject: REJECTS.query,
    rounds: roundsOf(queried.flatMap(({ cases }) => cases.filter((one) => !isAccepted(one)))),
    base: async (tools) => (await tools.valid(operation.id)).query(good),
  };
}

/** Is it a refusal that the contract allows, although the request is valid, such as of a page beyond the last one? */
function isAllowedRefusal(operation: Operation, exchange: Exchange): boolean {
  const status = statusOf(exchange);
  return status !== undefined && statusFits(status, '4XX') && isOpen(operation, exchange.request.query);
}

/** The requests that were accepted in this run. For a listing, those of its exploration too. */
function acceptedBy({ id }: Operation, { listings }: Contract, desk: ExplorerOf): Known {
  const listing = listings.get(id);
  return async (tools) => [
    ...tools.accepted(id),
    ...(listing === undefined ? [] : await desk(listing).accepted(tools)),
  ];
}
