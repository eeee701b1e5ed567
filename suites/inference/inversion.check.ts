import {
  accepted,
  applicable,
  at,
  check,
  enough,
  every,
  type Exchange,
  holds,
  isObject,
  isSuccess,
  numberAt,
  objectsAt,
  textAt,
  type Tools,
  where,
} from '../../src/check/index.ts';
import {
  askForConfigurations,
  askForMuch,
  askForRange,
  askForTopology,
  type Bound,
  type Fields,
  fieldsOf,
  fixedInputs,
  plain,
} from './questions.ts';

/** A number that the outcome may well have: the bound of the valid request. */
async function someBound(tools: Tools): Promise<number> {
  const [range] = Object.values(
    (fieldsOf(await tools.valid('inferInversion'))['desired_outcomes'] ?? {}) as Readonly<
      Record<string, readonly Bound[]>
    >,
  );
  return range?.find((bound) => bound !== null) ?? 0;
}

export const openBelowAccepted = check({
  clause: 'inferInversion/open-below-accepted',
  act: async (tools) => ({ answer: await askForRange(tools, [null, (await someBound(tools)) + 1]) }),
  judge: ({ answer }) => [accepted(answer)],
});

export const openAboveAccepted = check({
  clause: 'inferInversion/open-above-accepted',
  act: async (tools) => ({ answer: await askForRange(tools, [await someBound(tools), null]) }),
  judge: ({ answer }) => [accepted(answer)],
});

export const openBothWaysAccepted = check({
  clause: 'inferInversion/open-both-ways-accepted',
  act: async (tools) => ({ answer: await askForRange(tools, [null, null]) }),
  judge: ({ answer }) => [accepted(answer)],
});

/** Every answer that offers configurations; the richest first. */
async function offers(tools: Tools): Promise<readonly Exchange[]> {
  const rich = await askForConfigurations(tools);
  const others = tools.thrifty ? [] : [(await askForTopology(tools, 'inferInversion')).answer];
  return [rich, await plain(tools, 'inferInversion'), ...others].filter((one, index) => index === 0 || isSuccess(one));
}

function lengthAt(answer: Exchange, pointer: string): number {
  const list = at(answer, pointer);
  return Array.isArray(list) ? list.length : Number.NaN;
}

export const oneScorePerConfiguration = check({
  clause: 'inferInversion/one-score-per-configuration',
  act: async (tools) => ({ answers: await offers(tools) }),
  given: ({ answers }) => [
    ...answers.slice(0, 1).map(accepted),
    applicable(
      where(answers, (answer) => lengthAt(answer, '/configurations') > 0 || lengthAt(answer, '/scores') > 0).length > 0,
      'no configuration was offered',
    ),
  ],
  judge: ({ answers }) => [
    every(answers, 'offer', (answer) => {
      const configurations = lengthAt(answer, '/configurations');
      return holds(lengthAt(answer, '/scores') === configurations, answer, {
        expected: `${configurations} scores for ${configurations} configurations`,
        actual: lengthAt(answer, '/scores'),
        at: '/scores',
      });
    }),
  ],
});

function scoresOf(answer: Exchange): readonly number[] {
  const scores = at(answer, '/scores');
  return Array.isArray(scores) ? scores.filter((score): score is number => typeof score === 'number') : [];
}

function monotonic(values: readonly number[]): boolean {
  const steps = values.slice(1).map((value, index) => value - (values[index] ?? value));
  return steps.every((step) => step >= 0) || steps.every((step) => step <= 0);
}

/** Two scores have an order whatever they are, and so have equal ones. */
function couldBeOutOfOrder(answer: Exchange): boolean {
  const scores = scoresOf(answer);
  return scores.length > 2 && new Set(scores).size > 1;
}

export const scoresAreOrdered = check({
  clause: 'inferInversion/scores-are-ordered',
  async act(tools) {
    const demanding = await askForMuch(tools);
    return { answers: [...(await offers(tools)), ...(isSuccess(demanding) ? [demanding] : [])] };
  },
  given: ({ answers }) => answers.slice(0, 1).map(accepted),
  judge: ({ answers }) => [
    every(where(answers, couldBeOutOfOrder), 'answer with three scores that differ', (answer) =>
      holds(monotonic(scoresOf(answer)), answer, {
        expected: 'scores in one direction',
        actual: scoresOf(answer),
        at: '/scores',
      }),
    ),
  ],
});

const PRECISION = 1e-6;

function kept(given: unknown, found: unknown): boolean {
  if (typeof given !== 'number' || typeof found !== 'number') return JSON.stringify(given) === JSON.stringify(found);
  return Math.abs(given - found) <= PRECISION * Math.max(1e-9, Math.abs(given));
}

/** The first input that a configuration does not keep. */
function lostInput(fixed: Fields, configuration: Fields): string | undefined {
  return Object.keys(fixed).find(
    (name) => !kept(fixed[name], Object.hasOwn(configuration, name) ? configuration[name] : undefined),
  );
}

export const fixedInputsAreKept = check({
  clause: 'inferInversion/fixed-inputs-are-kept',
  act: async (tools) => ({ fixed: fixedInputs(tools), answer: await askForConfigurations(tools) }),
  given: ({ fixed, answer }) => [
    enough(
      Object.keys(fixed).length > 0,
      'there is no input to fix',
      'give samples.inference.inputs in the target file',
    ),
    accepted(answer),
  ],
  judge: ({ fixed, answer }) => [
    every(objectsAt(answer, '/configurations'), 'configuration', (configuration, index) => {
      const lost = lostInput(fixed, isObject(configuration) ? configuration : {});
      return holds(lost === undefined, answer, {
        expected: `${lost} at ${JSON.stringify(fixed[lost ?? ''])}, as it was fixed`,
        actual: configuration[lost ?? ''] ?? 'nothing',
        at: `/configurations/${index}/${lost}`,
      });
    }),
  ],
});

export const topologyComesBackFromInversion = check({
  clause: 'inferInversion/topology-comes-back',
  act: (tools) => askForTopology(tools, 'inferInversion'),
  given: ({ answer }) => [accepted(answer)],
  judge: ({ topology, answer }) => [
    holds(textAt(answer, '/topology') === topology, answer, {
      expected: `topology ${topology}`,
      actual: textAt(answer, '/topology') ?? numberAt(answer, '/topology'),
      at: '/topology',
    }),
  ],
});
