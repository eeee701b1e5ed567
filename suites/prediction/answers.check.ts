import {
  applicable,
  check,
  type Exchange,
  every,
  holds,
  isSuccess,
  numberAt,
  readable,
  type Tools,
  where,
  withPointer,
} from '../../src/check/index.ts';
import { conditionPointer, forType, fullBody, PER_CLASS_TYPES, WITHOUT_LOAD } from './bodies.ts';
import { answeredPredictions, blocksOf, predict } from './predictions.ts';

/** What the document declares of every prediction, shown by one of each type. */
function onPredictions(clause: string) {
  return check({ clause, act: answeredPredictions });
}

export const powerIntervalHoldsValue = onPredictions('predict/power-interval-holds-value');

export const currentIntervalHoldsValue = onPredictions('predict/current-interval-holds-value');

export const mfcCarriesFullEnrichment = onPredictions('predict/mfc-carries-full-enrichment');

export const matchingPapersAreNotNegative = onPredictions('predict/matching-papers-are-not-negative');

/** What stands in the answer where nothing is expected of any of them: such a model is no placeholder. */
const NOTHING = JSON.stringify([0, 0, 0, 0]);
const PREDICTED = ['powerOutput', 'efficiency', 'voltage', 'currentDensity'] as const;

/** Whether a single input has an effect is left open; that none of them has any is not. */
export const inputsMatter = check({
  clause: 'predict/inputs-matter',
  depth: 'standard',
  act: answeredPredictions,
  given: ({ answers }) => [
    applicable(byMode(answers).length > 0, 'no three predictions were answered in one mode'),
    applicable(!answers.every((answer) => valuesOf(answer) === NOTHING), 'every prediction is 0'),
  ],
  judge({ answers }) {
    const modes = byMode(answers);
    const isVaried = modes.some((ofMode) => new Set(ofMode.map(valuesOf)).size > 1);
    return modes.slice(0, 1).flatMap((ofMode) =>
      ofMode.slice(-1).map((answer) =>
        holds(isVaried, answer, {
          expected: 'other values than for other types, temperatures and conditions',
          actual: `the same for ${ofMode.length} bodies`,
          at: '/powerOutput/value',
        }),
      ),
    );
  },
});

/** Predictions from different bodies in the usual mode and in the hybrid one, where there are three of them. */
function byMode(answers: readonly Exchange[]): readonly (readonly Exchange[])[] {
  const isHybrid = ({ request }: Exchange) =>
    request.query['hybrid'] === 'true' || request.headers['x-use-hybrid'] === 'true';
  return [answers.filter((one) => !isHybrid(one)), answers.filter(isHybrid)]
    .map((all) => [...new Map(all.map((one) => [one.request.body, one])).values()])
    .filter(({ length }) => length > 2);
}

function valuesOf(answer: Exchange): string {
  return JSON.stringify(PREDICTED.map((name) => numberAt(answer, `/${name}/value`)));
}

/** Conditions that are still those of a reactor; whether they are taken is left open. */
const EXTREMES = {
  temperature: [4, 65],
  ph: [3.5, 10.5],
  substrateConcentration: [0.5, 50_000],
} as const;

/** Whatever is answered there is judged by the clauses about any answer as well. */
export const powerIntervalHoldsValueInExtremes = check({
  clause: 'predict/power-interval-holds-value',
  variant: 'extremes',
  depth: 'deep',
  act: extremePredictions,
});

async function extremePredictions(tools: Tools): Promise<{ readonly answers: readonly Exchange[] }> {
  const base = await fullBody(tools);
  const answers = [await predict(tools, base)];
  for (const body of [WITHOUT_LOAD, PER_CLASS_TYPES[0]].flatMap((type) => extremesOf(forType(base, type))))
    answers.push(await tools.send(tools.request('predict').json(body).open('extreme conditions')));
  return { answers: answers.filter((answer) => isSuccess(answer)) };
}

function extremesOf(body: unknown): readonly unknown[] {
  return Object.entries(EXTREMES).flatMap(([field, values]) =>
    values.map((value) => withPointer(body, conditionPointer(body, field), value)),
  );
}

export const missingArtifactsAreNotZeroFilled = check({
  clause: 'predict/missing-artifacts-are-not-zero-filled',
  act: answeredPredictions,
  judge: ({ answers }) => [
    applicable(unpopulatedBlocks(answers).length > 0, 'every enrichment block is populated'),
    every(unpopulatedBlocks(answers), 'enrichment block that is not populated', ({ answer, name, block }) => {
      const zero = zeroIn(block);
      return holds(zero === undefined, answer, {
        at: `/${name}${zero ?? ''}`,
        expected: `nothing, or null, in a block whose data_status is ${String(block['data_status'])}`,
        actual: 0,
      });
    }),
  ],
});

function unpopulatedBlocks(answers: readonly Exchange[]) {
  const blocks = readable(answers, (answer) => blocksOf(answer).map((one) => ({ answer, ...one }))).flat();
  return where(blocks, ({ block }) => typeof block['data_status'] === 'string' && block['data_status'] !== 'populated');
}

/** Where a zero stands in place of a number that is not there; a count may well be 0. */
function zeroIn(node: unknown, pointer = ''): string | undefined {
  if (node === 0) return isCount(pointer) ? undefined : pointer;
  if (typeof node !== 'object' || node === null) return undefined;
  for (const [name, value] of Object.entries(node)) {
    const found = zeroIn(value, `${pointer}/${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Names of what is counted or set, not estimated. */
function isCount(pointer: string): boolean {
  return (
    /\/(?:n|n_[^/]*|n[A-Z][^/]*|[^/]*(?:count|total|number|num|papers|samples|observations|threshold|required|missing|retr|attempt|version|index|progress|divergences)[^/]*)(?:\/\d+)?$/iu.test(
      pointer,
    ) && !/mean|mu\b|sigma|median|ci/iu.test(pointer)
  );
}
