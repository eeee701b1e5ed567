import type { Assertion } from '../check/check.ts';
import { type Check, type CheckContext, check, type Evidence } from '../check/check.ts';
import { accepted, enough, refused, statusOf } from '../check/judges.ts';
import { MALFORMED_JSON, nobody } from '../check/nobody.ts';
import { controlOf, requestKey } from '../check/positive-control.ts';
import type { RequestBuilder } from '../check/request.ts';
import { NotTested } from '../check/verdict.ts';
import type { Contract } from '../contract/contract.ts';
import type { Operation } from '../contract/operations.ts';
import { anyBody } from '../generate/base.ts';
import { type BodyCase, placeOf } from '../generate/input-case.ts';
import { groupBy } from '../groups.ts';
import type { Exchange } from '../http/exchange.ts';
import { atPointer } from '../schema/pointer.ts';
import { acceptedRows, casesOf, companyIn, knownCases, refusalKey, refusalsOf } from './body-refusals.ts';
import { takenBack } from './credential-cases.ts';
import { acceptanceOf } from './input-rows.ts';
import { type DerivedCheck, derivedClause, type RequestRule } from './rule.ts';

/** Each keyword of a JSON request body: bodies at the bound are accepted, bodies broken in that keyword alone are refused. */
export const bodyBounds: RequestRule = {
  derive(operation, contract) {
    if (operation.requestBody === undefined || operation.rejects['invalid-body'] === undefined) return [];
    const every = casesOf(operation, contract, anyBody(contract, operation.id));
    const company = companyIn(every);
    return [...groupBy(every, placeOf)].map(([place, cases]) =>
      deriveCase(operation, contract, { place, cases, clausesPerRequest: company(cases) }),
    );
  },
};

/** What is no JSON object at all: broken JSON, nothing, an array, a scalar. */
export const malformedBody: RequestRule = {
  derive(operation) {
    if (operation.requestBody === undefined || operation.rejects['malformed-json'] === undefined) return [];
    const { required } = operation.requestBody;
    // Where an id is asked for, one that nothing has would be the reason to refuse it.
    const hasId = operation.parameters.some((parameter) => parameter.in === 'path');
    const whole = async (tools: CheckContext) => (hasId ? tools.valid(operation.id) : tools.bare(operation.id));
    return MALFORMED.filter(
      ({ slug, everywhere }) => (everywhere || operation.security.length === 0) && (slug !== 'empty' || required),
    ).map(({ slug, text, what }) => {
      const clause = derivedClause(operation, ['body', slug], {
        text: `A request body that is ${what} is refused.`,
        pointer: operation.requestBody?.pointer ?? '',
        subject: { kind: 'request-body', place: '', keyword: slug, expected: 'object' },
      });
      return {
        clause,
        checks: [
          {
            ...refusalCheck(clause.id, operation, async (tools) => [
              await tools.shared(refusalKey(operation.id, text), async () =>
                tools.send((await whole(tools)).raw(text).invalid('malformed-json', `a body that is ${what}`)),
              ),
            ]),
            rejected: 'malformed-json' as const,
          },
        ],
      };
    });
  },
};

/** An array passes for an object in many a language; a scalar shows no more, and is tried where nobody stands at the door. */
const MALFORMED = [
  { slug: 'malformed', text: MALFORMED_JSON, what: 'no well-formed JSON', everywhere: true },
  { slug: 'empty', text: '', what: 'empty', everywhere: true },
  { slug: 'array', text: '[]', what: 'an array', everywhere: true },
  { slug: 'scalar', text: '"text"', what: 'a scalar', everywhere: false },
] as const;

interface Group {
  readonly place: string;
  readonly cases: readonly BodyCase[];
  readonly clausesPerRequest: number;
}

function deriveCase(
  operation: Operation,
  contract: Contract,
  { place, cases, clausesPerRequest }: Group,
): DerivedCheck {
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
    subject: {
      kind: 'request-body',
      place: (first?.place ?? []).join('/'),
      keyword: first?.keyword ?? '',
      expected: atPointer(contract.document, first?.pointer ?? ''),
    },
  });
  const isMine = (one: BodyCase) => placeOf(one) === place;
  const answers = (further: boolean) => async (tools: CheckContext) =>
    (await refusalsOf(tools, operation, (one) => isMine(one) && (one.further === true) === further)).map(
      ({ answer }) => answer,
    );
  const deeper = { ...refusalCheck(clause.id, operation, answers(true)), variant: 'further', depth: 'deep' as const };
  const checks = [
    ...(refusals.length === 0
      ? []
      : [
          {
            ...refusalCheck(clause.id, operation, answers(false)),
            clausesPerRequest,
            rejected: 'invalid-body' as const,
          },
        ]),
    ...(cases.some(({ further }) => further === true) ? [deeper] : []),
    ...(accepts.length === 0 ? [] : [acceptanceCheck(clause.id, operation, isMine)]),
  ];
  return { clause, checks };
}

function acceptanceCheck(clause: string, operation: Operation, wanted: (one: BodyCase) => boolean): Check {
  return check({
    clause,
    variant: 'accepted',
    last: true,
    ...(operation.costly ? { once: true } : {}),
    async act(tools) {
      const base = await tools.valid(operation.id);
      const cases = (await knownCases(tools, operation)).cases.filter(({ side }) => side === 'accepted');
      const rows = acceptedRows(tools, operation, cases, base).map((request) => [request]);
      // What equals the one valid request of a run is that request: sent again it would leave another thing behind.
      const send = (request: RequestBuilder) =>
        request.draft.body === base.draft.body
          ? controlOf(tools, operation.id)
          : tools.shared(requestKey(request), async () => takenBack(tools, operation, await tools.send(request)));
      const inside: Exchange[] = [];
      for (const one of cases.filter(wanted)) {
        const known = tools.accepted(operation.id);
        inside.push(await acceptanceOf(one, { known, rows, alone: base.json(one.body), send }));
      }
      return { inside };
    },
    judge: ({ inside }) => inside.map((exchange) => accepted(exchange)),
  });
}

/**
 * Refusals are believed only beside a control: a valid request that is accepted, or, where sending one is not allowed,
 * the same request without its credential, which has to be refused differently.
 */
function refusalCheck(
  clause: string,
  operation: Operation,
  answers: (tools: CheckContext) => Promise<readonly Exchange[]>,
): Check {
  return check({
    clause,
    variant: 'refused',
    changesNothing: true,
    async act(tools) {
      const outside = await answers(tools);
      return { outside, ...(await control(tools, operation)) };
    },
    given: (evidence: Evidence) => controlAssertions(evidence as unknown as Refusals),
    judge: (evidence: Evidence) => (evidence as unknown as Refusals).outside.map((exchange) => refused(exchange)),
  });
}

/** What stands beside refusals, so that they are believed. */
export type Control = { readonly positive?: Exchange; readonly unauthenticated?: Exchange };

interface Refusals extends Control {
  readonly outside: readonly Exchange[];
}

export function controlAssertions({ positive, unauthenticated, outside }: Refusals): readonly Assertion[] {
  if (positive !== undefined) return [accepted(positive)];
  if (unauthenticated === undefined) return [];
  const differs = outside.some((exchange) => statusOf(exchange) !== statusOf(unauthenticated));
  return [
    enough(differs, 'a request without its credential is answered in the same way, so the refusal shows nothing'),
  ];
}

export async function control(tools: CheckContext, operation: Operation): Promise<Control> {
  try {
    return {
      positive: await controlOf(tools, operation.id),
    };
  } catch (error) {
    if (!(error instanceof NotTested) || error.kind !== 'skip') throw error;
    if (operation.security.length === 0) return {};
    return { unauthenticated: await nobody(tools, operation.id) };
  }
}
