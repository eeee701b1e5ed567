import { isDeepStrictEqual } from 'node:util';
import {
  accepted,
  applicable,
  atPointer,
  bodyOf,
  type CheckContext,
  check,
  type Exchange,
  enough,
  holds,
  isObject,
  isSuccess,
  objectsAt,
} from '../../src/check/index.ts';
import {
  askForConfigurations,
  askForMuch,
  askForRange,
  askForTopology,
  type Bound,
  fieldsOf,
  fixedInputs,
  plain,
  tryRange,
} from './questions.ts';

/** A number that the outcome may well have: the bound of the valid request. */
async function someBound(tools: CheckContext): Promise<number> {
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

/**
 * At most so much, and surely more than that: no outcome lies in both ranges. A target may refuse the second as out of reach.
 * Scores of nothing but zeros say that neither is likely to be reached, and so may be the same.
 */
export const desiredOutcomesMatter = check({
  clause: 'inferInversion/desired-outcomes-matter',
  async act(tools) {
    const bound = await someBound(tools);
    return {
      below: await askForRange(tools, [null, bound + 1]),
      above: await tryRange(tools, [bound + 2, null]),
    };
  },
  given: ({ below, above }) => [
    accepted(below),
    applicable(isSuccess(above), 'outcomes above the bound are refused'),
    applicable(objectsAt(below, '/configurations').length > 0, 'no configuration is offered'),
    applicable(
      scoresOf(below).some((score) => score !== 0),
      'every score is zero',
    ),
  ],
  judge: ({ below, above }) => [
    holds(!isDeepStrictEqual(offerOf(below), offerOf(above)), above, {
      expected: 'other configurations, or other scores, than for outcomes on the other side of the bound',
      actual: 'the same',
      at: '/configurations',
    }),
  ],
});

function scoresOf(answer: Exchange): readonly unknown[] {
  const scores = atPointer(bodyOf(answer), '/scores');
  return Array.isArray(scores) ? scores : [];
}

function offerOf(answer: Exchange): unknown {
  const body = bodyOf(answer);
  return isObject(body) ? [body['configurations'], body['scores']] : undefined;
}

/** Every answer that offers configurations; the richest first. */
async function offers(tools: CheckContext): Promise<readonly Exchange[]> {
  const answers: Exchange[] = [await askForConfigurations(tools)];
  for (const ask of tools.sample([
    () => plain(tools, 'inferInversion'),
    async () => (await askForTopology(tools, 'inferInversion')).answer,
  ]))
    answers.push(...[await ask()].filter(isSuccess));
  return answers;
}

const askOffers = async (tools: CheckContext) => ({ answers: await offers(tools) });

export const oneScorePerConfiguration = check({
  clause: 'inferInversion/one-score-per-configuration',
  act: askOffers,
});

export const scoresAreOrdered = check({
  clause: 'inferInversion/scores-are-ordered',
  async act(tools) {
    const demanding = await askForMuch(tools);
    return { answers: [...(await offers(tools)), ...(isSuccess(demanding) ? [demanding] : [])] };
  },
});

export const fixedInputsAreKept = check({
  clause: 'inferInversion/fixed-inputs-are-kept',
  act: async (tools) => ({ fixed: fixedInputs(tools), answer: await askForConfigurations(tools) }),
  given: ({ fixed }) => [
    enough(
      Object.keys(fixed).length > 0,
      'there is no input to fix',
      'give samples.inference.inputs in the target file',
    ),
  ],
});

export const topologyComesBackFromInversion = check({
  clause: 'inferInversion/topology-comes-back',
  act: (tools) => askForTopology(tools, 'inferInversion'),
});
