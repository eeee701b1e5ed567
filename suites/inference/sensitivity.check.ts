import {
  accepted,
  applicable,
  atPointer,
  type CheckContext,
  check,
  type Exchange,
  enough,
  holds,
  isSuccess,
  joinPointer,
  sentBody,
  textAt,
} from '../../src/check/index.ts';
import { ask, askForTopology, type Fields, oddly, plain, rankingOf } from './questions.ts';

/** The two lengths of list that are asked for, once it is known how long the whole list is. */
async function shortened(tools: CheckContext): Promise<{
  readonly whole: Exchange;
  readonly lists: readonly { readonly asked: number; readonly answer: Exchange }[];
}> {
  const whole = await plain(tools, 'inferSensitivity');
  const length = rankingOf(whole).length;
  const lists = [];
  for (const asked of new Set(tools.sample([length - 1, 1]))) {
    if (asked < 1 || asked >= length) continue;
    const answer =
      asked === 1 && length > 2
        ? await askForTheStrongest(tools)
        : await ask(tools, 'inferSensitivity', { top_n: asked });
    lists.push({ asked, answer });
  }
  return { whole, lists };
}

/** Beside a topology that is taken and an operating point beyond what a model was made for; without that where it is not. */
async function askForTheStrongest(tools: CheckContext): Promise<Exchange> {
  const usual = { top_n: 1, ...(await acceptedTopology(tools)) };
  const operating_point = oddly(tools.samples.inference?.operatingPoint ?? {});
  const odd = await ask(tools, 'inferSensitivity', { ...usual, operating_point });
  return isSuccess(odd) ? odd : ask(tools, 'inferSensitivity', usual);
}

/** One that the target is known to take, so that top_n is seen beside it. */
async function acceptedTopology(tools: CheckContext): Promise<Fields> {
  const { topology, answer } = await askForTopology(tools, 'inferSensitivity');
  return isSuccess(answer) ? { topology } : {};
}

/** The whole list, the longest shortened one, and the one for a topology of its own. */
async function rankings(tools: CheckContext): Promise<readonly Exchange[]> {
  const { whole, lists } = await shortened(tools);
  const others: Exchange[] = [];
  for (const ask of tools.sample([
    () => Promise.resolve(lists),
    async () => [await askForTopology(tools, 'inferSensitivity')],
  ]))
    others.push(...(await ask()).map(({ answer }) => answer));
  return [whole, ...others.filter(isSuccess)];
}

const askRankings = async (tools: CheckContext) => ({ answers: await rankings(tools) });

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

/** Where nothing is ranked, a parameter that was given is no bottleneck. Any other word may say that there is none. */
export const bottleneckIsRanked = check({
  clause: 'inferSensitivity/bottleneck-is-ranked',
  act: askRankings,
  given: ({ answers }) => answers.map((answer) => accepted(answer)),
  judge: ({ answers }) =>
    answers.map((answer) => {
      const bottleneck = textAt(answer, '/bottleneck');
      const isGiven = atPointer(sentBody(answer), joinPointer('/operating_point', bottleneck ?? '')) !== undefined;
      return holds(rankingOf(answer).length > 0 || !isGiven, answer, {
        expected: 'the bottleneck among the ranked parameters',
        actual: `the bottleneck ${bottleneck} beside an empty ranking`,
        at: '/ranked',
      });
    }),
});

/** Those who mean by the bottleneck what hinders or what helps the most go by the sign. */
export const bottleneckStandsOut = check({
  clause: 'inferSensitivity/bottleneck-stands-out',
  act: async (tools) => ({ whole: await plain(tools, 'inferSensitivity') }),
  given: ({ whole }) => [
    accepted(whole),
    applicable(bottleneckIn(whole) !== undefined, 'the bottleneck is not among the ranked parameters'),
  ],
  judge({ whole }) {
    const own = Number(bottleneckIn(whole)?.['elasticity']);
    const all = rankingOf(whole).map((entry) => Number(entry['elasticity']));
    const most = Math.max(...all.map(Math.abs));
    // One sign is what helps, and the other what hinders.
    const alike = all.filter((one) => one * own > 0);
    const standsOut = alike.every((one) => Math.abs(one) <= Math.abs(own) * CLEARLY) || Math.abs(own) * CLEARLY >= most;
    return [
      holds(standsOut, whole, {
        expected: `the parameter with the greatest elasticity (${most}), or with the greatest of one sign`,
        actual: `${textAt(whole, '/bottleneck')} (${own})`,
        at: '/bottleneck',
      }),
    ];
  },
});

function bottleneckIn(answer: Exchange): Fields | undefined {
  return rankingOf(answer).find((entry) => entry['parameter_id'] === textAt(answer, '/bottleneck'));
}

/** So much stronger than the weakest is one that no two computations would rank the other way round. */
const CLEARLY = 1.5;

/** The strongest parameter, where it is that by far; the weakest is the one that a list shortened by one may leave out. */
function strongestOf(whole: Exchange): unknown {
  const entries = rankingOf(whole);
  const strengths = entries.map((entry) => Math.abs(Number(entry['elasticity'])));
  const [most, least] = [Math.max(...strengths), Math.min(...strengths)];
  return most > least * CLEARLY ? entries[strengths.indexOf(most)]?.['parameter_id'] : undefined;
}

function namesIn(answer: Exchange): readonly unknown[] {
  return rankingOf(answer).map((entry) => entry['parameter_id']);
}

function isWithin(some: readonly unknown[], all: readonly unknown[]): boolean {
  return some.every((one) => all.includes(one));
}

export const topNKeepsTheStrongest = check({
  clause: 'inferSensitivity/top-n-keeps-the-strongest',
  async act(tools) {
    const { whole, lists } = await shortened(tools);
    const short = lists.find(({ asked }) => asked === rankingOf(whole).length - 1)?.answer;
    return { whole, short };
  },
  given: ({ whole, short }) => [
    accepted(whole),
    enough(rankingOf(whole).length > 1, 'the whole list has no more than one parameter'),
    applicable(short !== undefined && isSuccess(short), 'the target gave no list that is shorter by one'),
    enough(strongestOf(whole) !== undefined, 'no parameter is the strongest by far'),
    enough(short === undefined || isWithin(namesIn(short), namesIn(whole)), 'the two lists name other parameters'),
  ],
  judge({ whole, short }) {
    const strongest = strongestOf(whole);
    if (short === undefined) return [];
    const names = namesIn(short);
    return [
      holds(names.includes(strongest), short, {
        expected: `${String(strongest)}, the strongest of all, among the top ${names.length}`,
        actual: names.join(', '),
        at: '/ranked',
      }),
    ];
  },
});

export const topNBoundsTheList = check({
  clause: 'inferSensitivity/top-n-bounds-the-list',
  act: shortened,
  given: ({ whole, lists }) => [
    accepted(whole),
    enough(rankingOf(whole).length > 1, 'the whole list has no more than one parameter'),
    applicable(
      lists.some(({ answer }) => isSuccess(answer)),
      'the target has bounds of its own for top_n',
    ),
  ],
});
