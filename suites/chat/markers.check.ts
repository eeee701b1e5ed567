import { type Assertion, applicable, check, type Exchange, every, holds } from '../../src/check/index.ts';
import { type Answers, anAnswerInWords, bothAnswers, type Enclosed, enclosedBy, told } from './questions.ts';
import type { Marker } from './stream.ts';

/** Whatever the answers have of markers. That they have any is up to the model. */

function aboutAnswers(clause: string, judge: (answers: Answers) => readonly Assertion[]) {
  return check({ clause: `chat/${clause}`, once: true, act: bothAnswers, given: anAnswerInWords, judge });
}

function pairsUp(clause: string, marker: Marker) {
  return aboutAnswers(clause, (answers) => {
    const scans = told(answers).map(({ exchange, scan }) => ({
      exchange,
      strays: scan.strays.filter((stray) => stray.marker === marker),
    }));
    const seen = enclosedBy(marker, answers).length > 0 || scans.some(({ strays }) => strays.length > 0);
    return [
      applicable(seen, `no answer has a ${marker} marker`),
      ...scans.map(({ exchange, strays }) => noStray(exchange, strays)),
    ];
  });
}

function noStray(exchange: Exchange, strays: readonly { readonly what: string }[]): Assertion {
  return holds(strays.length === 0, exchange, {
    expected: 'markers in pairs',
    actual: [...new Set(strays.map(({ what }) => what))].join('; '),
  });
}

/** A question to what each pair of a kind encloses. */
function aboutEnclosed(clause: string, marker: Marker, expected: string, good: (enclosed: Enclosed) => boolean) {
  return aboutAnswers(clause, (answers) =>
    eachOf(enclosedBy(marker, answers), marker, (one) =>
      holds(good(one), one.exchange, { expected, actual: one.content }),
    ),
  );
}

/** The same of those that are JSON objects at all; the others have a clause of their own. */
function aboutObject(
  clause: string,
  marker: Marker,
  expected: string,
  good: (object: Readonly<Record<string, unknown>>) => boolean,
) {
  return aboutAnswers(clause, (answers) =>
    eachOf(
      enclosedBy(marker, answers).filter(({ object }) => object !== undefined),
      marker,
      ({ exchange, content, object }) => holds(good(object ?? {}), exchange, { expected, actual: content }),
    ),
  );
}

/** Whether an answer has markers is the model's affair, so without any there is nothing to complain of. */
function eachOf(
  enclosed: readonly Enclosed[],
  marker: Marker,
  ask: (one: Enclosed) => Assertion,
): readonly Assertion[] {
  return [
    applicable(enclosed.length > 0, `no answer has an object between ${marker} markers`),
    every(enclosed, `pair of ${marker} markers`, ask),
  ];
}

const CONFIG_VERSION = 2;

export const toolTicksPairUp = pairsUp('tool-ticks-pair-up', 'tool-tick');
export const toolTickIsJsonObject = aboutEnclosed(
  'tool-tick-is-json-object',
  'tool-tick',
  'a JSON object between the tool tick markers',
  ({ object }) => object !== undefined,
);
export const toolTickNamesEvent = aboutObject(
  'tool-tick-names-event',
  'tool-tick',
  'the event in the tool tick, as text',
  ({ event }) => typeof event === 'string',
);
export const toolTickNamesTool = aboutObject(
  'tool-tick-names-tool',
  'tool-tick',
  'the name of the tool in the tool tick, as text',
  ({ name }) => typeof name === 'string' && name !== '',
);
export const configsPairUp = pairsUp('configs-pair-up', 'config');
export const configIsJsonObject = aboutEnclosed(
  'config-is-json-object',
  'config',
  'a JSON object between the configuration markers',
  ({ object }) => object !== undefined,
);
export const configIsVersion2 = aboutObject(
  'config-is-version-2',
  'config',
  `version ${CONFIG_VERSION} in the configuration`,
  ({ version }) => version === CONFIG_VERSION,
);
export const configNamesModel = aboutObject(
  'config-names-model',
  'config',
  'a model in the configuration',
  ({ model }) => model !== undefined && model !== null && model !== '',
);
export const configListsParameters = aboutObject(
  'config-lists-parameters',
  'config',
  'an array of parameters in the configuration',
  ({ parameters }) => Array.isArray(parameters),
);
