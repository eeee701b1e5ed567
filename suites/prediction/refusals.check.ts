import {
  type Assertion,
  accepted,
  applicable,
  bodyOf,
  type CheckContext,
  check,
  type Exchange,
  every,
  hasJson,
  holds,
  provided,
  refused,
} from '../../src/check/index.ts';
import { namedSystemTypes } from '../system-types.ts';
import { conditionPointer, forType, fullBody, isNested, LOAD_FIELDS, without } from './bodies.ts';
import { isNamed, predict, withoutLoad } from './predictions.ts';

interface NamedRefusal {
  /** The path of the field, with dots. */
  readonly field: string;
  readonly answer: Exchange;
}

/** In whatever form the path is written, each of its segments is there. That a refusal has no JSON at all is another fault. */
function namesPath({ field, answer }: NamedRefusal): Assertion {
  const isWhole = field.split('.').every((segment) => isNamed(segment, answer));
  if (!isWhole && !hasJson(answer)) bodyOf(answer);
  return holds(isWhole, answer, {
    expected: `the name of the field ${field}`,
    actual: 'a refusal that does not name it',
  });
}

function dotted(pointer: string): string {
  return pointer.split('/').slice(1).join('.');
}

/** What is refused otherwise, or not at all, says nothing, and does not keep the others from being judged. */
function ifRefused(refusal: NamedRefusal): Assertion {
  return provided([refused(refusal.answer)], namesPath(refusal));
}

/** The bodies that break the document's schema in this way: under a reading that leaves their form open, fewer do. */
function naming(clause: string, keyword: string, what: string) {
  return check({
    clause,
    async act({ refusals }) {
      const found = (await refusals('predict')).filter((refusal) => refusal.keyword === keyword);
      return { found: found.map(({ at, answer }): NamedRefusal => ({ field: dotted(at), answer })) };
    },
    judge: ({ found }) => [every(found, what, ifRefused)],
  });
}

export const missingFieldIsNamed = naming(
  'predict/missing-field-is-named',
  'required',
  'body that lacks a required field',
);

export const wrongTypeIsNamed = naming('predict/wrong-type-is-named', 'type', 'body with a field of the wrong type');

/** Each required field of a body for each type, and once more in the hybrid mode. */
export const missingFieldIsRefusedForEachType = check({
  clause: 'predict/missing-field-is-refused-for-each-type',
  depth: 'deep',
  async act(tools) {
    const base = await fullBody(tools);
    const answers: Exchange[] = [];
    for (const pointer of await requiredFields(tools)) {
      for (const type of namedSystemTypes(tools)) answers.push(await refusedFor(tools, base, type, pointer));
      const hybrid = tools.request('predict').query({ hybrid: true }).json(without(base, pointer));
      answers.push(await tools.send(hybrid.invalid('invalid-body', `a body without ${pointer} in the hybrid mode`)));
    }
    return { control: await predict(tools, base), answers };
  },
  given: ({ control, answers }) => [
    accepted(control),
    applicable(answers.length > 0, 'the body requires nothing but the type'),
  ],
  judge: ({ answers }) => [every(answers, 'body that lacks a required field', (answer) => refused(answer))],
});

/** Pointers to what the body of this reading requires beside the type. */
async function requiredFields({ refusals }: CheckContext): Promise<readonly string[]> {
  const required = (await refusals('predict')).filter(({ keyword }) => keyword === 'required');
  return required.map(({ at }) => at).filter((pointer) => pointer !== '/systemType');
}

function refusedFor(tools: CheckContext, base: unknown, type: string, pointer: string): Promise<Exchange> {
  const body = without(forType(base, type), pointer);
  return tools.send(
    tools.request('predict').json(body).invalid('invalid-body', `a body for ${type} without ${pointer}`),
  );
}

export const missingLoadIsNamed = check({
  clause: 'predict/missing-load-is-named',
  async act(tools) {
    const found: NamedRefusal[] = [];
    const body = await fullBody(tools);
    if (!isNested(body)) return { found };
    for (const field of LOAD_FIELDS)
      for (const answer of await withoutLoad(tools, field))
        found.push({ field: dotted(conditionPointer(body, field)), answer });
    return { found };
  },
  given: ({ found }) => [
    applicable(found.length > 0, 'the flat body has no load'),
    ...found.map(({ answer }) => refused(answer)),
  ],
  judge: ({ found }) => [every(found, 'body without load', (refusal) => namesPath(refusal))],
});
