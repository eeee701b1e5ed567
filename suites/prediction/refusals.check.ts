import { applicable, type Assertion, check, type Exchange, every, holds, refused } from '../../src/check/index.ts';
import { fullBody, isNested, LOAD_FIELDS } from './bodies.ts';
import { isNamed, withoutLoad } from './predictions.ts';

interface NamedRefusal {
  readonly field: string;
  readonly answer: Exchange;
}

/** The last segment of the path of the offending field is enough. */
function namesField({ field, answer }: NamedRefusal): Assertion {
  const actual = answer.outcome.kind === 'response' ? answer.outcome.body.text.slice(0, 160) : '';
  return holds(isNamed(field, answer), answer, { expected: `a refusal that names ${field}`, actual });
}

/** The bodies that break the document's schema in this way: under a reading that leaves their form open, fewer do. */
function naming(clause: string, keyword: string, what: string) {
  return check({
    clause,
    async act({ refusals }) {
      const found = (await refusals('predict')).filter((refusal) => refusal.keyword === keyword);
      return { found: found.map(({ at, answer }): NamedRefusal => ({ field: at.split('/').at(-1) ?? '', answer })) };
    },
    given: ({ found }) => found.map(({ answer }) => refused(answer)),
    judge: ({ found }) => [every(found, what, (refusal) => namesField(refusal))],
  });
}

export const missingFieldIsNamed = naming(
  'predict/missing-field-is-named',
  'required',
  'body that lacks a required field',
);

export const wrongTypeIsNamed = naming('predict/wrong-type-is-named', 'type', 'body with a field of the wrong type');

export const missingLoadIsNamed = check({
  clause: 'predict/missing-load-is-named',
  async act(tools) {
    const found: NamedRefusal[] = [];
    if (!isNested(await fullBody(tools))) return { found };
    for (const field of LOAD_FIELDS)
      for (const answer of await withoutLoad(tools, field)) found.push({ field, answer });
    return { found };
  },
  given: ({ found }) => [
    applicable(found.length > 0, 'the flat body has no load'),
    ...found.map(({ answer }) => refused(answer)),
  ],
  judge: ({ found }) => [every(found, 'body without load', (refusal) => namesField(refusal))],
});
