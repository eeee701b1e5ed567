import {
  answeredWith,
  check,
  enough,
  type Exchange,
  holds,
  operationOf,
  accepted,
  type Tools,
} from '../../src/check/index.ts';
import { idsOf, largestPage, lengthOf, list, type Query, totalOf } from './listing.ts';

/** Texts that trip those who build queries, patterns or addresses out of them. */
const ODD_TEXTS = [
  `[anode(*+?{|^$ cell'; -- "unbalanced & ! : <-> 100% a_b%c\\ Études l’électrode 中文 עברית نص 🔋 𝛀 ½`,
] as const;

const LONG_TEXT = 1000;

/** The same trips in one text where requests are few. */
function texts({ thrifty }: Tools): readonly string[] {
  const long = 'biofilm '.repeat(LONG_TEXT / 8);
  return thrifty ? [`${ODD_TEXTS.join(' ')} ${long}`.slice(0, LONG_TEXT)] : [...ODD_TEXTS, long];
}

export const searchTakesAnyText = check({
  clause: 'listPapers/search-takes-any-text',
  async act(tools) {
    const answers: Exchange[] = [];
    for (const search of texts(tools))
      answers.push(
        await tools.send(
          tools
            .request('listPapers')
            .query({ search })
            .open(`search text ${search.slice(0, 20)}`),
        ),
      );
    return { answers, plain: await list(tools, {}), keys: answeredOrRefused(tools) };
  },
  given: ({ plain }) => [accepted(plain)],
  judge: ({ answers, keys }) => answers.map((answer) => answeredWith(answer, ...keys)),
});

/** The declared success and the declared refusal of a bad query. */
function answeredOrRefused({ contract }: Tools): readonly string[] {
  const operation = operationOf(contract, 'listPapers');
  const success = operation.responses.map(({ key }) => key).filter((key) => key.startsWith('2'));
  return [...success, operation.rejects['invalid-query']].filter((key) => key !== undefined);
}

/** The first answer and two later ones to the same request. */
interface Repeat {
  readonly answers: readonly Exchange[];
}

export const sameRequestSamePapers = check({
  clause: 'listPapers/same-request-same-papers',
  // It repeats its own requests; whoever answers anew each time need not do so twice.
  once: true,
  async act(tools) {
    const repeats: Repeat[] = [];
    for (const query of await queries(tools))
      repeats.push({ answers: [await list(tools, query), await fresh(tools, query), await fresh(tools, query)] });
    return { repeats };
  },
  given: ({ repeats }) =>
    repeats.flatMap(({ answers }) => [
      ...answers.map((answer) => accepted(answer)),
      enough(
        answers.every((answer) => totalOf(answer) === totalOf(answers.at(-1) as Exchange)) || answers.length === 0,
        'the number of papers changed while they were listed',
      ),
    ]),
  judge: ({ repeats }) =>
    repeats.flatMap(({ answers: [first, ...later] }) =>
      later.map((answer) =>
        holds(first === undefined || sameSet(first, answer), answer, {
          expected: 'the same papers as before',
          actual: `${lengthOf(answer)} papers, others among them`,
          at: '/data/papers',
        }),
      ),
    ),
});

function queries(tools: Tools): Promise<readonly Query[]> {
  return Promise.resolve([{ page: 1, limit: largestPage(tools) }]);
}

function fresh(tools: Tools, query: Query): Promise<Exchange> {
  return tools.send(tools.request('listPapers').query(query).fresh());
}

function sameSet(one: Exchange, other: Exchange): boolean {
  return JSON.stringify([...idsOf(one)].sort()) === JSON.stringify([...idsOf(other)].sort());
}
