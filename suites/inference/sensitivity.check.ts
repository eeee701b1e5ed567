import {
  accepted,
  type Assertion,
  check,
  enough,
  every,
  type Exchange,
  holds,
  isSuccess,
  readable,
  textAt,
  type Tools,
  where,
} from '../../src/check/index.ts';
import { ask, askForTopology, type Fields, plain, rankingOf } from './questions.ts';

/** The two lengths of list that are asked for, once it is known how long the whole list is. */
async function shortened(tools: Tools): Promise<{
  readonly whole: Exchange;
  readonly lists: readonly { readonly asked: number; readonly answer: Exchange }[];
}> {
  const whole = await plain(tools, 'inferSensitivity');
  const length = rankingOf(whole).length;
  const lists = [];
  for (const asked of new Set(tools.thrifty ? [length - 1] : [1, length - 1])) {
    if (asked < 1 || asked >= length) continue;
    const beside = asked === 1 && !tools.thrifty ? await acceptedTopology(tools) : {};
    lists.push({ asked, answer: await ask(tools, 'inferSensitivity', { top_n: asked, ...beside }) });
  }
  return { whole, lists };
}

/** One that the target is known to take, so that top_n is seen beside it. */
async function acceptedTopology(tools: Tools): Promise<Fields> {
  const { topology, answer } = await askForTopology(tools, 'inferSensitivity');
  return isSuccess(answer) ? { topology } : {};
}

/** The whole list, the longest shortened one, and the one for a topology of its own. */
async function rankings(tools: Tools): Promise<readonly Exchange[]> {
  const { whole, lists } = await shortened(tools);
  const short = lists.map((list) => list.answer);
  if (tools.thrifty) return [whole, ...short];
  const { answer } = await askForTopology(tools, 'inferSensitivity');
  return [whole, ...short, ...(isSuccess(answer) ? [answer] : [])];
}

export const outcomeComesBack = check({
  clause: 'inferSensitivity/outcome-comes-back',
  act: async (tools) => ({ outcome: tools.samples.inference?.outcome ?? '', answers: await rankings(tools) }),
  given: ({ answers }) => answers.slice(0, 1).map(accepted),
  judge: ({ outcome, answers }) => [
    every(answers.filter(isSuccess), 'ranking', (answer) => {
      const named = textAt(answer, '/outcome_id');
      return holds(named === outcome, answer, { expected: `outcome_id ${outcome}`, actual: named, at: '/outcome_id' });
    }),
  ],
});

export const topologyComesBack = check({
  clause: 'inferSensitivity/topology-comes-back',
  act: (tools) => askForTopology(tools, 'inferSensitivity'),
  given: ({ answer }) => [accepted(answer)],
  judge: ({ topology, answer }) => [
    holds(textAt(answer, '/topology') === topology, answer, {
      expected: `topology ${topology}`,
      actual: textAt(answer, '/topology'),
      at: '/topology',
    }),
  ],
});

// A strength that was written down with fewer digits may tie with its neighbour, but not overtake it.
const ROUNDING = 1e-9;

function strengths(answer: Exchange): readonly number[] {
  return readable(rankingOf(answer), ({ elasticity }) =>
    typeof elasticity === 'number' ? Math.abs(elasticity) : Number.NaN,
  );
}

function descending(answer: Exchange): Assertion {
  const values = strengths(answer);
  const rise = values.findIndex((value, index) => index > 0 && value > (values[index - 1] ?? 0) * (1 + ROUNDING));
  return holds(rise < 0, answer, {
    expected: 'the parameters in descending order of |elasticity|',
    actual: values,
    at: `/ranked/${rise}/elasticity`,
  });
}

export const rankedByElasticity = check({
  clause: 'inferSensitivity/ranked-by-elasticity',
  act: async (tools) => ({ answers: await rankings(tools) }),
  given: ({ answers }) => answers.slice(0, 1).map(accepted),
  judge: ({ answers }) => [
    every(
      where(answers, (answer) => strengths(answer).length > 1),
      'ranking of more than one parameter',
      descending,
    ),
  ],
});

function withoutRepeats(answer: Exchange): Assertion {
  const names = readable(rankingOf(answer), ({ parameter_id }) => parameter_id);
  const repeated = names.findIndex((name, index) => names.indexOf(name) !== index);
  return holds(repeated < 0, answer, {
    expected: 'each parameter once',
    actual: names,
    at: `/ranked/${repeated}/parameter_id`,
  });
}

export const eachParameterRankedOnce = check({
  clause: 'inferSensitivity/each-parameter-ranked-once',
  act: async (tools) => ({ answers: await rankings(tools) }),
  given: ({ answers }) => answers.slice(0, 1).map(accepted),
  judge: ({ answers }) => [
    every(
      where(answers, (answer) => rankingOf(answer).length > 1),
      'ranking of more than one parameter',
      withoutRepeats,
    ),
  ],
});

function bottleneckRanked(answer: Exchange): Assertion {
  const names = readable(rankingOf(answer), ({ parameter_id }) => parameter_id);
  const bottleneck = textAt(answer, '/bottleneck');
  return holds(names.includes(bottleneck), answer, {
    expected: `one of the ranked parameters ${names.join(', ')}`,
    actual: bottleneck,
    at: '/bottleneck',
  });
}

/** Whole lists only: top_n may cut the bottleneck off. */
export const bottleneckIsRanked = check({
  clause: 'inferSensitivity/bottleneck-is-ranked',
  async act(tools) {
    const { answer } = await askForTopology(tools, 'inferSensitivity');
    return { answers: [await plain(tools, 'inferSensitivity'), ...(isSuccess(answer) ? [answer] : [])] };
  },
  given: ({ answers }) => answers.slice(0, 1).map(accepted),
  judge: ({ answers }) => [
    every(
      where(answers, (answer) => rankingOf(answer).length > 0),
      'ranked parameter',
      bottleneckRanked,
    ),
  ],
});

export const topNBoundsTheList = check({
  clause: 'inferSensitivity/top-n-bounds-the-list',
  act: shortened,
  given: ({ whole, lists }) => [
    accepted(whole),
    enough(lists.length > 0, 'the whole list has no more than one parameter'),
    enough(
      lists.some(({ answer }) => isSuccess(answer)),
      'the target has bounds of its own for top_n',
    ),
  ],
  judge: ({ lists }) => [
    every(
      lists.filter(({ answer }) => isSuccess(answer)),
      'shortened list',
      ({ asked, answer }) => {
        const { length } = rankingOf(answer);
        return holds(length <= asked, answer, {
          expected: `at most ${asked} ranked parameters for top_n ${asked}`,
          actual: length,
          at: '/ranked',
        });
      },
    ),
  ],
});
