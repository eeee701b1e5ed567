import {
  accepted,
  answeredWith,
  applicable,
  type CheckContext,
  check,
  type Exchange,
  holds,
  numberAt,
  textAt,
} from '../../src/check/index.ts';
import { notFound } from '../not-found.ts';
import { firstPage, idsOf } from './listed.ts';

function open(tools: CheckContext, id: string): Promise<Exchange> {
  return tools.send(tools.request('getPaper').path({ id }));
}

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
  rejected: 'unknown-id',
  async act(tools) {
    const listing = await firstPage(tools);
    const [opened] = idsOf(listing);
    // An id that is read in part shows beside one that was opened.
    if (opened !== undefined) await open(tools, opened);
    const id = opened !== undefined ? neighbour(opened, idsOf(listing)) : tools.unknownId('uuid');
    const answer = await tools.send(tools.request('getPaper').path({ id }).open('a uuid that no paper has'));
    return { answers: [answer], listing, keys: notFound(tools, 'getPaper') };
  },
  given: ({ listing }) => [accepted(listing)],
  judge: ({ answers, keys }) => answers.map((answer) => answeredWith(answer, ...keys)),
});

/** An id that differs from that of an opened paper in its last digits, and that no paper has. */
function neighbour(opened: string, known: readonly string[]): string {
  const taken = new Set(known.map((id) => id.toLowerCase()));
  const others = [...'789abcdef0123456'].map((digit) => opened.slice(0, -1) + digit);
  return others.find((id) => !taken.has(id.toLowerCase())) ?? opened.slice(0, -2) + 'ff';
}

export const sameRequestSamePaper = check({
  clause: 'getPaper/same-request-same-paper',
  // It repeats its own requests; whoever answers anew each time need not do so twice.
  once: true,
  async act(tools) {
    const repeats: (readonly Exchange[])[] = [];
    const listing = await firstPage(tools);
    for (const id of idsOf(listing).slice(0, 1)) {
      const again = () => tools.send(tools.request('getPaper').path({ id }).fresh());
      repeats.push([await open(tools, id), await again(), await again()]);
    }
    return { listing, repeats };
  },
  given: ({ listing, repeats }) => [
    accepted(listing),
    applicable(idsOf(listing).length > 0, 'there is no paper'),
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
