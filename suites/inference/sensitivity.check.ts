import { accepted, check, type Exchange, enough, isSuccess, type Tools } from '../../src/check/index.ts';
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

const askRankings = async (tools: Tools) => ({ answers: await rankings(tools) });

export const outcomeComesBack = check({ clause: 'inferSensitivity/outcome-comes-back', act: askRankings });

export const topologyComesBack = check({
  clause: 'inferSensitivity/topology-comes-back',
  act: (tools) => askForTopology(tools, 'inferSensitivity'),
});

export const rankedByElasticity = check({ clause: 'inferSensitivity/ranked-by-elasticity', act: askRankings });

export const eachParameterRankedOnce = check({
  clause: 'inferSensitivity/each-parameter-ranked-once',
  act: askRankings,
});

export const bottleneckIsRanked = check({ clause: 'inferSensitivity/bottleneck-is-ranked', act: askRankings });

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
});
