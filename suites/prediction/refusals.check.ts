import {
  applicable,
  type Assertion,
  atPointer,
  check,
  type Exchange,
  every,
  holds,
  isObject,
  operationOf,
  refused,
  type Tools,
  withPointer,
} from '../../src/check/index.ts';
import { fullBody, isNested, LOAD_FIELDS, without } from './bodies.ts';
import { withoutLoad } from './predictions.ts';

interface Refusal {
  readonly field: string;
  readonly answer: Exchange;
}

/** The last segment of the path of the offending field stands somewhere in the answer, whatever its form. */
function namesField({ field, answer }: Refusal): Assertion {
  const text = answer.outcome.kind === 'response' ? answer.outcome.body.text : '';
  const named = new RegExp(String.raw`(?<![\p{L}\p{N}])${field}(?![\p{L}\p{N}])`, 'iu').test(text);
  return holds(named, answer, { expected: `a refusal that names ${field}`, actual: text.slice(0, 160) });
}

/** Bodies that break the document's schema: under a reading that leaves the form of the body open, fewer do. */
async function refusals(
  tools: Tools,
  spoil: (base: unknown, pointer: string) => unknown,
  pointers: readonly string[],
): Promise<readonly Refusal[]> {
  const base = await fullBody(tools);
  const { requestBody } = operationOf(tools.contract, 'predict');
  const fits = tools.contract.validators.compile(requestBody?.schema ?? {});
  const found: Refusal[] = [];
  for (const pointer of pointers) {
    const body = spoil(base, pointer);
    if (fits(body)) continue;
    const what = `a body in which ${pointer.slice(1).replaceAll('/', '.')} is missing or of the wrong type`;
    // The derived checks of the body send the same, and share it under this key.
    const answer = await tools.shared(`refused predict ${JSON.stringify(body)}`, () =>
      tools.send(tools.request('predict').json(body).invalid('invalid-body', what)),
    );
    found.push({ field: pointer.split('/').at(-1) ?? '', answer });
  }
  return found;
}

/** The places of all values in a body, the objects before what is in them. */
function placesIn(body: unknown, at = ''): readonly string[] {
  if (!isObject(body)) return [];
  return Object.entries(body).flatMap(([name, value]) => [`${at}/${name}`, ...placesIn(value, `${at}/${name}`)]);
}

export const missingFieldIsNamed = check({
  clause: 'predict/missing-field-is-named',
  async act(tools) {
    const base = await fullBody(tools);
    return { found: await refusals(tools, (body, pointer) => without(body, pointer), placesIn(base)) };
  },
  given: ({ found }) => found.map(({ answer }) => refused(answer)),
  judge: ({ found }) => [every(found, 'body that lacks a required field', (refusal) => namesField(refusal))],
});

export const wrongTypeIsNamed = check({
  clause: 'predict/wrong-type-is-named',
  async act(tools) {
    const base = await fullBody(tools);
    return {
      found: await refusals(
        tools,
        (body, pointer) => withPointer(body, pointer, otherType(atPointer(body, pointer))),
        placesIn(base),
      ),
    };
  },
  given: ({ found }) => found.map(({ answer }) => refused(answer)),
  judge: ({ found }) => [every(found, 'body with a field of the wrong type', (refusal) => namesField(refusal))],
});

function otherType(value: unknown): unknown {
  if (isObject(value)) return [];
  return typeof value === 'string' ? 42 : '7';
}

export const missingLoadIsNamed = check({
  clause: 'predict/missing-load-is-named',
  async act(tools) {
    const found: Refusal[] = [];
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
