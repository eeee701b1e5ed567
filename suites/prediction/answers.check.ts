import { isDeepStrictEqual } from 'node:util';
import {
  accepted,
  applicable,
  type CheckContext,
  check,
  type Exchange,
  every,
  holds,
  isObject,
  isSuccess,
  numberAt,
  readable,
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

async function extremePredictions(tools: CheckContext): Promise<{ readonly answers: readonly Exchange[] }> {
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

/** Every number of the body is another one; what is to be whole stays. */
export const inputsMatter = check({
  clause: 'predict/inputs-matter',
  depth: 'standard',
  async act(tools) {
    const base = await fullBody(tools);
    const request = tools.request('predict').json(moved(base)).refusable('a quarter more of everything');
    return { control: await predict(tools, base), answer: await tools.send(request) };
  },
  given: ({ control, answer }) => [
    accepted(control),
    applicable(isSuccess(answer), 'the target has bounds of its own for the numbers of the body'),
    applicable(
      valuesOf(control).some((value) => value !== 0),
      'no value but zero is predicted',
    ),
  ],
  judge: ({ control, answer }) => [
    holds(!isDeepStrictEqual(valuesOf(control), valuesOf(answer)), answer, {
      expected: 'other values than for a body whose every number is a quarter less',
      actual: `the same: ${valuesOf(answer).join(', ')}`,
      at: '/powerOutput/value',
    }),
  ],
});

const OUTCOMES = ['powerOutput', 'efficiency', 'voltage', 'currentDensity'] as const;

function valuesOf(answer: Exchange): readonly number[] {
  return OUTCOMES.map((name) => numberAt(answer, `/${name}/value`)).filter((value) => value !== undefined);
}

function moved(node: unknown): unknown {
  if (typeof node === 'number') return node * 1.25;
  if (!isObject(node)) return node;
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => [name, name === 'numChambers' ? value : moved(value)]),
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
