import {
  bodyOf,
  type CheckContext,
  controlOf,
  type Exchange,
  isObject,
  isSuccess,
  type RequestBuilder,
  readable,
  unlessNotTested,
  withPointer,
} from '../../src/check/index.ts';
import { namedSystemTypes } from '../system-types.ts';
import {
  conditionPointer,
  forType,
  fullBody,
  isNested,
  LOAD_FIELDS,
  minimalBody,
  PER_CLASS_TYPES,
  WITHOUT_LOAD,
  without,
} from './bodies.ts';

/** What a prediction is asked for by: the type, how much of the body, and how the hybrid mode is asked for. */
interface Manner {
  readonly systemType: string;
  readonly minimal: boolean;
  readonly hybrid?: 'query' | 'header' | 'both' | 'off';
  /** By a caller who has signed in, though nobody has to. */
  readonly signedIn?: true;
  /** At a temperature of zero. */
  readonly cold?: true;
  /** A field of the load that is left out of a full body. */
  readonly lacking?: string;
}

export interface Prediction extends Manner {
  readonly answer: Exchange;
}

export type Predictions = { readonly all: readonly Prediction[] };

/**
 * A prediction of each named system type, made once for all clauses: from a full or a minimal body, in the usual or the
 * hybrid mode, by turns. One that is refused is asked for again by each of these alone, so that the right one is isolated.
 */
export function predictions(tools: CheckContext): Promise<Predictions> {
  return tools.shared('predictions of each named type', async () => {
    const [usual, ...others] = [WITHOUT_LOAD, ...namedSystemTypes(tools).filter((type) => type !== WITHOUT_LOAD)];
    const [whole, lacking] = mannersOf(usual ?? WITHOUT_LOAD, await fullBody(tools));
    const [byQuery, byHeader, ...rest] = inTurns(others, TURNS);
    const manners = [whole, byQuery, byHeader, lacking, ...rest, ...TWICE].filter((one) => one !== undefined);
    const all: readonly Prediction[] = [
      { systemType: WITHOUT_LOAD, minimal: false, answer: await predict(tools, await fullBody(tools)) },
    ];
    const asked = await Promise.all(tools.sample(manners, WAYS).map((manner) => isolated(tools, manner)));
    return { all: [...all, ...asked.flat()] };
  });
}

type Turn = Omit<Manner, 'systemType'>;
type Turns = readonly [Turn, ...Turn[]];

function inTurns(types: readonly string[], turns: Turns): readonly Manner[] {
  return types.map((systemType, index) => ({ systemType, ...(turns[index % turns.length] ?? turns[0]) }));
}

/** Without the hybrid mode, and in both ways to ask for it. */
const WAYS = 3;

const TURNS: Turns = [
  { minimal: true, hybrid: 'query' },
  { minimal: false, hybrid: 'header' },
  { minimal: false },
  { minimal: false, hybrid: 'off' },
  { minimal: false, hybrid: 'both' },
  { minimal: false, signedIn: true },
  { minimal: false, hybrid: 'query' },
];

/** Of the optional conditions one is the business of this type alone: it is asked for with all of them as well. */
const TWICE: readonly Manner[] = [{ systemType: 'MEC', minimal: false }];

/** The type that needs no load: without all of it, and without a part. */
function mannersOf(systemType: string, body: unknown): readonly [whole: Manner, lacking: Manner] {
  const whole: Manner = { systemType, minimal: true, hybrid: 'off', cold: true };
  return isNested(body)
    ? [whole, { systemType, minimal: false, hybrid: 'header', lacking: 'hrtHours' }]
    : [whole, { systemType, minimal: false, hybrid: 'header' }];
}

async function isolated(tools: CheckContext, manner: Manner): Promise<readonly Prediction[]> {
  const asked = await ask(tools, manner);
  if (isSuccess(asked.answer)) return [asked];
  const full = await ask(tools, { systemType: manner.systemType, minimal: false });
  if (!isSuccess(full.answer)) return [full];
  const apart: Prediction[] = [full];
  for (const one of partsOf(manner)) apart.push(await ask(tools, one));
  return apart.every(({ answer }) => isSuccess(answer)) ? [...apart, asked] : apart;
}

/** Each peculiarity of a request by itself. */
function partsOf({ systemType, minimal, hybrid, lacking, signedIn, cold }: Manner): readonly Manner[] {
  return [
    ...(minimal ? [{ systemType, minimal }] : []),
    ...waysOf(hybrid).map((way) => ({ systemType, minimal: false, hybrid: way })),
    ...(signedIn === undefined ? [] : [{ systemType, minimal: false, signedIn }]),
    ...(lacking === undefined ? [] : [{ systemType, minimal: false, lacking }]),
    ...(cold === undefined ? [] : [{ systemType, minimal: false, cold }]),
  ];
}

function waysOf(hybrid: Manner['hybrid']): readonly (Manner['hybrid'] & string)[] {
  if (hybrid === 'both') return ['query', 'header'];
  return hybrid === undefined ? [] : [hybrid];
}

async function ask(tools: CheckContext, manner: Manner): Promise<Prediction> {
  const { systemType, minimal, hybrid, lacking, signedIn, cold } = manner;
  const base = await fullBody(tools);
  const full =
    lacking === undefined
      ? forType(base, systemType)
      : without(forType(base, systemType), conditionPointer(base, lacking));
  const body = minimal ? minimalBody(base, systemType) : full;
  const plain = tools.request('predict');
  const request = inMode(cold === undefined ? plain.json(body) : atTemperature(plain, body, 0), hybrid);
  const answer = signedIn ? await unlessNotTested(() => tools.send(request.as('session')), 'skip') : undefined;
  return { ...manner, answer: answer ?? (await tools.send(request)) };
}

/** Bounds of the temperature are not shown. */
export function atTemperature(request: RequestBuilder, body: unknown, degrees: number): RequestBuilder {
  return request
    .json(withPointer(body, conditionPointer(body, 'temperature'), degrees))
    .refusable(`a temperature of ${degrees}`);
}

function inMode(request: RequestBuilder, hybrid: Manner['hybrid']): RequestBuilder {
  const told = hybrid === 'header' || hybrid === 'both' ? request.header('x-use-hybrid', 'true') : request;
  return hybrid === undefined || hybrid === 'header' ? told : told.query({ hybrid: hybrid !== 'off' });
}

/** The control of the derived checks is the same request as the full body of the document. */
export function predict(tools: CheckContext, body: unknown): Promise<Exchange> {
  return tools.shared(`predict ${JSON.stringify(body)}`, async () => {
    const base = await tools.valid('predict');
    return base.draft.body === JSON.stringify(body)
      ? controlOf(tools, 'predict')
      : tools.send(tools.request('predict').json(body));
  });
}

/**
 * Each per-class type without one field of the load: what the clauses about it and about its naming look at. The first type
 * lacks each field by itself. Where its refusals name what is missing and nothing else, the others lack all at once.
 */
export function withoutLoad(tools: CheckContext, field: string): Promise<readonly Exchange[]> {
  return tools.shared(`predictions without ${field}`, async () => {
    const [first = PER_CLASS_TYPES[0], ...others] = tools.sample(PER_CLASS_TYPES);
    const alone = await lackingEach(tools, first);
    const own = alone.get(field) ?? [];
    if (![...alone].every(([one, answers]) => answers.every((answer) => isOfOnly(one, answer))))
      return [...own, ...(await lacking(tools, others, [field]))];
    const joint = await withoutAnyLoad(tools, others);
    const apart = others.filter((_type, index) => !joint.slice(index, index + 1).every(isOfBoth));
    return [...own, ...joint.filter(isOfBoth), ...(await lacking(tools, apart, [field]))];
  });
}

/** This type without each field of the load, by field. */
function lackingEach(tools: CheckContext, type: string): Promise<ReadonlyMap<string, readonly Exchange[]>> {
  return tools.shared(`predictions for ${type} without each part of the load`, async () => {
    const found = new Map<string, readonly Exchange[]>();
    for (const field of LOAD_FIELDS) found.set(field, await lacking(tools, [type], [field]));
    return found;
  });
}

/** Every per-class type without this field alone. */
export function withoutLoadAlone(tools: CheckContext, field: string): Promise<readonly Exchange[]> {
  return lacking(tools, PER_CLASS_TYPES, [field]);
}

/** Without any of the load, once for each type. */
function withoutAnyLoad(tools: CheckContext, types: readonly string[]): Promise<readonly Exchange[]> {
  return tools.shared('predictions without any load', () => lacking(tools, types, LOAD_FIELDS));
}

/** A refusal that names all of the load: where no text of the service always does, it is the refusal of each part. */
function isOfBoth(answer: Exchange): boolean {
  return !isSuccess(answer) && LOAD_FIELDS.every((field) => isNamed(field, answer));
}

function isOfOnly(field: string, answer: Exchange): boolean {
  return !isSuccess(answer) && LOAD_FIELDS.every((one) => isNamed(one, answer) === (one === field));
}

async function lacking(
  tools: CheckContext,
  types: readonly string[],
  fields: readonly string[],
): Promise<readonly Exchange[]> {
  const base = await fullBody(tools);
  const answers: Exchange[] = [];
  for (const type of types) {
    const body = without(forType(base, type), ...fields.map((field) => conditionPointer(base, field)));
    const what = `${type} without ${fields.join(' and ')}`;
    answers.push(await tools.send(tools.request('predict').json(body).invalid('invalid-body', what)));
  }
  return answers;
}

/** The name of a field stands somewhere in the answer, whatever its form. */
export function isNamed(field: string, { outcome }: Exchange): boolean {
  return outcome.kind === 'response' && patternOf(field).test(outcome.body.text);
}

const patterns = new Map<string, RegExp>();

/** Made once for each name: classes of characters are dear to compile. */
function patternOf(field: string): RegExp {
  const known = patterns.get(field) ?? new RegExp(String.raw`(?<![\p{L}\p{N}])${field}(?![\p{L}\p{N}])`, 'iu');
  patterns.set(field, known);
  return known;
}

/** All predictions that were answered; those that were not are another clause's affair. */
export async function answeredPredictions(tools: CheckContext): Promise<{ readonly answers: readonly Exchange[] }> {
  const { all } = await predictions(tools);
  return { answers: all.map(({ answer }) => answer).filter(isSuccess) };
}

export const ENRICHMENT_BLOCKS = [
  'empirical_context',
  'epistemic',
  'prior_compliance',
  'calibration',
  'hierarchical_priors',
] as const;

export function blocksOf(
  exchange: Exchange,
): readonly { readonly name: string; readonly block: Readonly<Record<string, unknown>> }[] {
  const body = bodyOf(exchange);
  return readable(ENRICHMENT_BLOCKS, (name) => {
    const block = isObject(body) ? body[name] : undefined;
    return isObject(block) ? [{ name, block }] : [];
  }).flat();
}
