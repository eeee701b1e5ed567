import {
  type Assertion,
  accepted,
  applicable,
  bodyOf,
  type CheckContext,
  check,
  type Exchange,
  holds,
  isSuccess,
  type RequestBuilder,
} from '../../src/check/index.ts';
import { fullBody } from './bodies.ts';
import { predict } from './predictions.ts';

const FORMS = {
  usual: (request: RequestBuilder) => request,
  off: (request: RequestBuilder) => request.query({ hybrid: false }),
  query: (request: RequestBuilder) => request.query({ hybrid: true }),
  header: (request: RequestBuilder) => request.header('x-use-hybrid', 'true'),
  headerOff: (request: RequestBuilder) => request.header('x-use-hybrid', 'false'),
};

type Form = keyof typeof FORMS;

/**
 * The same prediction in the usual mode, and with the switch in each of its forms; the usual one first and last, so that
 * noise and what changes with the time differ from themselves. What looks broken is asked for again as a whole.
 */
function inEachForm(tools: CheckContext): Promise<Readonly<Record<Form, readonly Exchange[]>>> {
  return tools.shared('predict in each form', async () => {
    const body = await fullBody(tools);
    const request = tools.request('predict').json(body);
    const forms = Object.keys(FORMS) as readonly Form[];
    const sent: (readonly [Form, Exchange])[] = [['usual', await predict(tools, body)]];
    for (const form of [...forms.slice(1), 'usual'] as const) sent.push([form, await tools.send(FORMS[form](request))]);
    const of = (form: Form) => sent.flatMap(([own, answer]) => (own === form ? [answer] : []));
    return { usual: of('usual'), off: of('off'), query: of('query'), header: of('header'), headerOff: of('headerOff') };
  });
}

/** What stands where in an answer: texts and booleans as they are, of everything else that it is there. */
function marksOf(exchange: Exchange): ReadonlyMap<string, string> {
  const marks = new Map<string, string>();
  const visit = (node: unknown, at: string): void => {
    const isWord = typeof node === 'string' || typeof node === 'boolean';
    marks.set(at, isWord ? JSON.stringify(node) : node === null ? 'null' : typeof node);
    if (typeof node === 'object' && node !== null && !Array.isArray(node))
      for (const [name, value] of Object.entries(node)) visit(value, `${at}/${name}`);
  };
  visit(bodyOf(exchange), '');
  return marks;
}

/** The places at which two sets of answers differ, though each agrees with itself. */
function effectsOf(usual: readonly Exchange[], other: readonly Exchange[]): readonly string[] {
  const [before, after] = [usual.map(marksOf), other.map(marksOf)];
  const places = new Set([...before, ...after].flatMap((marks) => [...marks.keys()]));
  const valuesAt = (answers: typeof before, at: string) => new Set(answers.map((marks) => marks.get(at)));
  return [...places].filter((at) => {
    const [own, its] = [valuesAt(before, at), valuesAt(after, at)];
    return own.size === 1 && its.size === 1 && [...own][0] !== [...its][0];
  });
}

/** The contract names where a prediction comes from, so no value that merely comes back stands there. */
function isOfMode(at: string): boolean {
  return at === '/gp_scm_forward' || /^\/(?:powerOutput|currentDensity)\/source$/u.test(at);
}

const NOWHERE = 'the hybrid mode shows in no member of the answer';

/** Whether the hybrid mode shows at all is left open; where it does, it is the same mode however it is asked for. */
export const hybridHeaderActsAsTheQuery = check({
  clause: 'predict/hybrid-header-acts-as-the-query',
  depth: 'standard',
  act: inEachForm,
  given: ({ usual, off, query, header }) => [...usual, ...off, ...query, ...header].map((answer) => accepted(answer)),
  judge({ usual, off, query, header }) {
    // What hybrid=false changes as well shows that the parameter was given, and not the mode.
    const given = effectsOf(usual, off);
    const effects = (on: readonly Exchange[]) => effectsOf(usual, on).filter((at) => !given.includes(at));
    const byQuery = { effects: effects(query), answer: query[0], form: 'hybrid=true' };
    const byHeader = { effects: effects(header), answer: header[0], form: 'x-use-hybrid: true' };
    const [shown, other] = byQuery.effects.length > 0 ? [byQuery, byHeader] : [byHeader, byQuery];
    return [
      applicable(shown.effects.length > 0, NOWHERE),
      ...(other.answer === undefined
        ? []
        : [
            holds(shown.effects.length === 0 || shown.effects.some((at) => other.effects.includes(at)), other.answer, {
              expected: `the hybrid mode at ${shown.effects.slice(0, 3).join(', ')}, as with ${shown.form}`,
              actual: `what the usual mode answers, with ${other.form}`,
              at: shown.effects[0] ?? '',
            }),
          ]),
    ];
  },
});

/** Not just another answer than that of hybrid=false, in which the value may come back: the one of the hybrid mode. */
export const hybridIsOffByDefault = check({
  clause: 'predict/hybrid-is-off-by-default',
  depth: 'standard',
  act: inEachForm,
  given: ({ usual, off, query }) => [...usual, ...off, ...query].map((answer) => accepted(answer)),
  judge({ usual, off, query, header, headerOff }) {
    const on = effectsOf(off, query);
    const usualIsOn = on.find((at) => effectsOf(off, usual).includes(at) && !effectsOf(query, usual).includes(at));
    // Where hybrid=false is no different from hybrid=true, the header or a member of the mode tells what the mode is.
    const withBoth = effectsOf(usual, off).filter((at) => !on.includes(at));
    const shown = effectsOf(usual, header).filter((at) => !effectsOf(off, header).includes(at));
    const offIsOn = withBoth.find((at) => shown.includes(at) || isOfMode(at));
    // What may be refused is no prediction at all.
    const headerIsOn = headerOff.every(isSuccess)
      ? effectsOf(usual, header).find(
          (at) => effectsOf(usual, headerOff).includes(at) && !effectsOf(header, headerOff).includes(at),
        )
      : undefined;
    return [
      applicable(on.length > 0 || offIsOn !== undefined || headerIsOn !== undefined, NOWHERE),
      ...likeOff(usual[0], usualIsOn, { expected: 'the answer of hybrid=false', actual: 'that of hybrid=true' }),
      ...likeOff(off[0], offIsOn, { expected: 'the answer without hybrid', actual: 'that of the hybrid mode' }),
      ...likeOff(headerOff[0], headerIsOn, {
        expected: 'the answer without the header',
        actual: 'that of x-use-hybrid: true',
      }),
    ];
  },
});

function likeOff(
  answer: Exchange | undefined,
  place: string | undefined,
  { expected, actual }: { readonly expected: string; readonly actual: string },
): readonly Assertion[] {
  if (answer === undefined) return [];
  const words = { expected, actual: `${actual} at ${place ?? ''}`, ...(place === undefined ? {} : { at: place }) };
  return [holds(place === undefined, answer, words)];
}
