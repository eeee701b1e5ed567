import {
  answeredWith,
  check,
  enough,
  type Exchange,
  every,
  holds,
  numberAt,
  operationOf,
  accepted,
  textAt,
  type Tools,
} from '../../src/check/index.ts';
import { rarestTypes } from './filter-values.ts';
import { firstPage, type Paper } from './listing.ts';
import { ground, isAll } from './walks.ts';

/** A listed paper, and the answer to its id. */
interface Opened {
  readonly listed: Paper;
  readonly answer: Exchange;
}

async function openListed(tools: Tools): Promise<{ readonly opened: readonly Opened[] }> {
  const { papers } = await ground(tools);
  const opened: Opened[] = [];
  for (const listed of telling(tools, papers)) opened.push({ listed, answer: await open(tools, listed.id) });
  return { opened };
}

function open(tools: Tools, id: string): Promise<Exchange> {
  return tools.send(tools.request('getPaper').path({ id }));
}

/**
 * One of each of the rarest system types, the last in the list, if it can be with letters beyond ASCII; where there are
 * several, verified ones and others in turn.
 */
function telling({ thrifty }: Tools, papers: readonly Paper[]): readonly Paper[] {
  const [rarest] = rarestTypes(papers);
  const types = [...new Set(papers.map(({ systemType }) => systemType))]
    .map((type) => papers.filter(({ systemType }) => systemType === type))
    .sort((a, b) => a.length - b.length);
  const chosen = thrifty
    ? types.filter(([one]) => one?.systemType === rarest).map(lastOf)
    : types.slice(0, 4).map((ofType, index) => {
        const wanted = ofType.filter(({ verified }) => verified === (index % 2 === 1));
        return lastOf(wanted.length > 0 ? wanted : ofType);
      });
  return chosen.filter((paper) => paper !== undefined);
}

function lastOf(papers: readonly Paper[]): Paper | undefined {
  return papers.findLast(({ title }) => /[^\p{ASCII}]/u.test(title)) ?? papers.at(-1);
}

export const listedIdResolves = check({
  clause: 'getPaper/listed-id-resolves',
  act: openListed,
  judge: ({ opened }) => [
    every(opened, 'listed paper', ({ answer }) => accepted(answer)),
    ...opened.map(({ listed, answer }) => same(answer, 'id', listed.id)),
  ],
});

export const sameRecordAsListed = check({
  clause: 'getPaper/same-record-as-listed',
  act: openListed,
  given: ({ opened }) => opened.map(({ answer }) => accepted(answer)),
  judge: ({ opened }) => [
    every(opened, 'listed paper', ({ listed, answer }) => same(answer, 'title', listed.title)),
    ...opened.map(({ listed, answer }) => same(answer, 'year', listed.year)),
  ],
});

/** So many listed papers are opened one by one, from all over the list. */
const MANY = 90;

async function openMany(tools: Tools): Promise<{ readonly opened: readonly Opened[] }> {
  const { papers } = await ground(tools);
  const step = Math.max(1, papers.length / MANY);
  const opened: Opened[] = [];
  for (let place = 0; place < papers.length; place += step) {
    const listed = papers[Math.floor(place)];
    if (listed !== undefined) opened.push({ listed, answer: await open(tools, listed.id) });
  }
  return { opened };
}

export const eachListedIdResolves = check({
  clause: 'getPaper/listed-id-resolves',
  variant: 'each',
  depth: 'deep',
  act: openMany,
  judge: ({ opened }) => [
    every(opened, 'listed paper', ({ answer }) => accepted(answer)),
    ...opened.map(({ listed, answer }) => same(answer, 'id', listed.id)),
  ],
});

export const eachSameRecordAsListed = check({
  clause: 'getPaper/same-record-as-listed',
  variant: 'each',
  depth: 'deep',
  act: openMany,
  given: ({ opened }) => opened.map(({ answer }) => accepted(answer)),
  judge: ({ opened }) => [
    every(opened, 'listed paper', ({ listed, answer }) => same(answer, 'title', listed.title)),
    ...opened.map(({ listed, answer }) => same(answer, 'year', listed.year)),
  ],
});

function same(answer: Exchange, field: 'id' | 'title' | 'year', expected: string | number) {
  const actual = numberAt(answer, `/${field}`) ?? textAt(answer, `/${field}`);
  const equal = field === 'id' ? String(actual).toLowerCase() === String(expected).toLowerCase() : actual === expected;
  return holds(equal, answer, {
    expected: `${field} ${expected} as listed`,
    actual: actual ?? 'none',
    at: `/${field}`,
  });
}

export const unknownId404 = check({
  clause: 'getPaper/unknown-id-404',
  async act(tools) {
    const known = await ground(tools);
    // An id that is read in part shows beside one that was opened.
    if (tools.thrifty) await openListed(tools);
    const answers: Exchange[] = [];
    for (const id of isAll(known) && known.papers.length > 0
      ? neighbours(telling(tools, known.papers), known.papers)
      : [tools.unknownId('uuid')])
      answers.push(await tools.send(tools.request('getPaper').path({ id }).open('a uuid that no paper has')));
    return { answers, listing: await firstPage(tools), keys: notFound(tools) };
  },
  given: ({ listing }) => [accepted(listing)],
  judge: ({ answers, keys }) => answers.map((answer) => answeredWith(answer, ...keys)),
});

/** The exact statuses that the document declares beside success: of a listing by id, that nothing is there. */
function notFound({ contract }: Tools): readonly string[] {
  return operationOf(contract, 'getPaper')
    .responses.map(({ key }) => key)
    .filter((key) => /^4\d\d$/u.test(key));
}

/** An id that differs from that of an opened paper in its last digit; where all papers are known, none has it. */
function neighbours([opened]: readonly Paper[], papers: readonly Paper[]): readonly string[] {
  const known = new Set(papers.map(({ id }) => id.toLowerCase()));
  return opened === undefined
    ? []
    : [opened.id.slice(0, -1) + otherDigit(opened.id.at(-1))].filter((id) => !known.has(id.toLowerCase()));
}

function otherDigit(digit: string | undefined): string {
  return digit === '7' ? '8' : '7';
}

export const sameRequestSamePaper = check({
  clause: 'getPaper/same-request-same-paper',
  // It repeats its own requests; whoever answers anew each time need not do so twice.
  once: true,
  async act(tools) {
    const { papers } = await ground(tools);
    const repeats: (readonly Exchange[])[] = [];
    for (const { id } of telling(tools, papers).slice(0, 1)) {
      const again = () => tools.send(tools.request('getPaper').path({ id }).fresh());
      repeats.push([await open(tools, id), await again(), await again()]);
    }
    return { repeats };
  },
  given: ({ repeats }) => [
    enough(repeats.length > 0, 'there is no paper'),
    ...repeats.flatMap(([first]) => (first === undefined ? [] : [accepted(first)])),
  ],
  judge: ({ repeats }) =>
    repeats.flatMap(([first, ...later]) =>
      later.flatMap((answer) => (first === undefined ? [] : [accepted(answer), ...sameFields(first, answer)])),
    ),
});

function sameFields(first: Exchange, answer: Exchange) {
  return [
    same(answer, 'id', textAt(first, '/id') ?? ''),
    same(answer, 'title', textAt(first, '/title') ?? ''),
    same(answer, 'year', numberAt(first, '/year') ?? Number.NaN),
  ];
}
