import { type Assertion, type Check, type CheckContext, check } from '../check/check.ts';
import { accepted, enough, refused, statusOf } from '../check/judges.ts';
import { MALFORMED_JSON, nobody } from '../check/nobody.ts';
import { isBelowId } from '../check/place.ts';
import { controlOf, onceKey } from '../check/positive-control.ts';
import type { RequestBuilder } from '../check/request.ts';
import { NotTested, noBodyFor } from '../check/verdict.ts';
import type { Contract } from '../contract/contract.ts';
import { mayUseUp, type Operation } from '../contract/operations.ts';
import { present } from '../defined.ts';
import { anyBody } from '../generate/base.ts';
import { casesOf, isBreak } from '../generate/body-cases.ts';
import { type BodyCase, placeOf } from '../generate/input-case.ts';
import { groupBy, type Members } from '../groups.ts';
import type { Exchange } from '../http/exchange.ts';
import { parseJson } from '../http/json-text.ts';
import { bestMatch } from '../media-type.ts';
import { atPointer, isObject } from '../schema/pointer.ts';
import { oneByOne } from '../turns.ts';
import { acceptedRows, knownCases, refusalKey, refusalsOf, roundSizeOf } from './body-refusals.ts';
import { undoCreation } from './credential-cases.ts';
import { acceptanceOf } from './input-rows.ts';
import { type DerivedCheck, derivedClause } from './rule.ts';

/** Each keyword of a JSON request body: bodies at the bound are accepted, bodies broken in that keyword alone are refused. */
export function bodyBounds(operation: Operation, contract: Contract): readonly DerivedCheck[] {
  if (operation.requestBody === undefined || operation.rejects['invalid-body'] === undefined) return [];
  const every = casesOf(operation, contract, anyBody(contract, operation.id));
  const sizeOf = roundSizeOf(every);
  return [...groupBy(every, placeOf).values()].map((cases) => deriveCase(operation, contract, cases, sizeOf(cases)));
}

/** A body that the operation cannot have: broken JSON, nothing, JSON of another kind, or text if a 415 is documented. */
export function malformedBody(operation: Operation, contract: Contract): readonly DerivedCheck[] {
  if (operation.requestBody === undefined || operation.rejects['malformed-json'] === undefined) return [];
  const { required, schema } = operation.requestBody;
  const fits = contract.validators.compile(schema);
  const kind = kindOf(anyBody(contract, operation.id));
  const isWrongKind = (value: unknown) => value === undefined || (kindOf(value) !== kind && !fits(value));
  // An id in the path has to exist: an unknown one would be another reason to refuse the request.
  const baseOf = async (tools: CheckContext) =>
    isBelowId(operation) ? tools.valid(operation.id) : tools.bare(operation.id);
  const isApplicable = ({ slug, when, text }: Malformed) =>
    WHEN[when](operation) &&
    (slug !== 'empty' || required) &&
    (text === undefined || isWrongKind(parseJson(text)?.value));
  return MALFORMED.filter(isApplicable).map(({ slug, text, what }) => {
    const clause = derivedClause(operation, ['body', slug], {
      text: `A request body that is ${what} is refused.`,
      pointer: operation.requestBody?.pointer ?? '',
      subject: { kind: 'request-body', place: '', keyword: slug, expected: kind },
    });
    return {
      clause,
      checks: [
        {
          ...refusalCheck(clause.id, operation, async (tools) => [
            await tools.shared(refusalKey(operation.id, text ?? slug), async () => {
              const request = await baseOf(tools);
              const content = text ?? request.draft.body;
              if (content === undefined) throw noBodyFor(operation.id);
              const sent = request.raw(content, text === undefined ? 'text/plain' : undefined);
              return tools.send(sent.invalid('malformed-json', `a body that is ${what}`));
            }),
          ]),
          rejected: 'malformed-json' as const,
        },
      ],
    };
  });
}

interface Malformed {
  readonly slug: string;
  /** What is sent as JSON; undefined: the valid body, announced as text. */
  readonly text?: string;
  readonly what: string;
  readonly when: keyof typeof WHEN;
}

/** Many languages take an array for an object. A scalar shows no more, so it is tried only on public operations. */
const MALFORMED: readonly Malformed[] = [
  { slug: 'malformed', text: MALFORMED_JSON, what: 'no well-formed JSON', when: 'ever' },
  { slug: 'empty', text: '', what: 'empty', when: 'ever' },
  { slug: 'array', text: '[]', what: 'an array', when: 'ever' },
  { slug: 'scalar', text: '"text"', what: 'a scalar', when: 'public' },
  { slug: 'media-type', what: 'announced as text/plain', when: 'media-type' },
];

/** The operations on which each of them is tried. */
const WHEN = {
  ever: () => true,
  public: ({ security }: Operation) => security.length === 0,
  'media-type': ({ responses, requestBody }: Operation) =>
    responses.some(({ key }) => key === '415') && bestMatch(requestBody?.mediaTypes ?? [], 'text/plain') === undefined,
} as const;

function kindOf(value: unknown): 'array' | 'object' | 'scalar' {
  if (Array.isArray(value)) return 'array';
  return isObject(value) ? 'object' : 'scalar';
}

function deriveCase(
  operation: Operation,
  contract: Contract,
  cases: Members<BodyCase>,
  clausesPerRequest: number,
): DerivedCheck {
  const [{ place, keyword, pointer, level }] = cases;
  const refusals = cases.filter(isBreak);
  const accepts = cases.filter(({ side }) => side === 'accepted');
  const words = Object.entries({ accepted: accepts, refused: refusals })
    .filter(([, some]) => some.length > 0)
    .map(([side, some]) => `${side} when ${some.map(({ what }) => what).join(', ')}`);
  const clause = derivedClause(operation, ['body', ...place, keyword], {
    text: `A request is ${words.join('; ')}.`,
    pointer,
    level,
    subject: {
      kind: 'request-body',
      place: place.join('/'),
      keyword,
      expected: atPointer(contract.document, pointer),
    },
  });
  const isMine = (one: BodyCase) => placeOf(one) === placeOf(cases[0]);
  const refusal = (further: boolean) =>
    refusalCheck(clause.id, operation, async (tools) => {
      const found = await refusalsOf(tools, operation, (one) => isMine(one) && (one.further === true) === further);
      return found.map(({ answer }) => answer);
    });
  return {
    clause,
    checks: present<Check>(
      refusals.length > 0 && { ...refusal(false), clausesPerRequest, rejected: 'invalid-body' },
      cases.some(({ further }) => further === true) && { ...refusal(true), variant: 'further', depth: 'deep' },
      accepts.length > 0 && acceptanceCheck(clause.id, operation, isMine),
    ),
  };
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
      // The one valid request of the run is not sent again: that would leave another thing behind.
      const send = (request: RequestBuilder) =>
        request.draft.body === base.draft.body
          ? controlOf(tools, operation.id)
          : tools.shared(onceKey(request), async () =>
              undoCreation(tools, operation, await tools.send(await onAnother(tools, operation, request))),
            );
      const inside = await oneByOne(cases.filter(wanted), (one) =>
        acceptanceOf(one, { known: tools.accepted(operation.id), rows, alone: base.json(one.body), send }),
      );
      return { inside };
    },
    judge: ({ inside }) => inside.map((exchange) => accepted(exchange)),
  });
}

/** The request for another item, if one before it may have used up the item that its path names. */
async function onAnother(tools: CheckContext, operation: Operation, request: RequestBuilder): Promise<RequestBuilder> {
  return mayUseUp(operation) ? request.path((await tools.valid(operation.id)).draft.pathValues) : request;
}

/**
 * Refusals count only with a control: a valid request that is accepted or, if sending one is not allowed, a request without
 * its credential, which has to be refused differently.
 */
function refusalCheck(
  clause: string,
  operation: Operation,
  answers: (tools: CheckContext) => Promise<readonly Exchange[]>,
): Check {
  return check<Refusals>({
    clause,
    variant: 'refused',
    changesNothing: true,
    act: async (tools) => ({ outside: await answers(tools), ...(await control(tools, operation)) }),
    given: controlAssertions,
    judge: ({ outside }) => outside.map((exchange) => refused(exchange)),
  });
}

/** The control without which refusals do not count. */
export type Control = { readonly positive?: Exchange; readonly unauthenticated?: Exchange };

type Refusals = Control & { readonly outside: readonly Exchange[] };

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
    return { positive: await controlOf(tools, operation.id) };
  } catch (error) {
    if (!(error instanceof NotTested) || error.kind !== 'skip') throw error;
    if (operation.security.length === 0) return {};
    return { unauthenticated: await nobody(tools, operation.id) };
  }
}
