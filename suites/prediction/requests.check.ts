import {
  accepted,
  applicable,
  type CheckContext,
  check,
  type Exchange,
  enough,
  isSuccess,
  refused,
  refusedSomehow,
  withPointer,
} from '../../src/check/index.ts';
import { namedSystemTypes } from '../system-types.ts';
import {
  conditionPointer,
  forType,
  fullBody,
  isNested,
  LOAD_FIELDS,
  materialPointer,
  minimalBody,
  PER_CLASS_TYPES,
  WITHOUT_LOAD,
  without,
} from './bodies.ts';
import { atTemperature, type Prediction, predict, predictions, withoutLoad, withoutLoadAlone } from './predictions.ts';

/** The predictions that show a clause; what makes one hard beside that is asked for alone where it was refused. */
function predicted(clause: string, shows: (prediction: Prediction) => boolean, depth?: 'standard') {
  return check({
    clause,
    ...(depth === undefined ? {} : { depth }),
    act: predictions,
    judge: ({ all }) => all.filter((one) => shows(one)).map(({ answer }) => accepted(answer)),
  });
}

/** From a full body; those that were accepted in any manner show it too. */
export const namedSystemTypesArePredicted = check({
  clause: 'predict/named-system-types-are-predicted',
  act: predictions,
  judge: ({ all }) =>
    [
      ...new Map(
        all.toSorted((a, b) => plainness(a) - plainness(b)).map((one) => [one.systemType, one.answer]),
      ).values(),
    ].map((answer) => accepted(answer)),
});

/** The plainest request for a type counts: one with nothing left out and nothing added. */
function plainness({ minimal, hybrid, lacking, signedIn, cold }: Prediction): number {
  const peculiar = [hybrid, lacking, signedIn, cold].some((one) => one !== undefined);
  return (minimal ? 0 : 2) + (peculiar ? 0 : 1);
}

export const minimalBodyIsPredicted = predicted('predict/minimal-body-is-predicted', ({ minimal }) => minimal);

export const hybridQueryIsAccepted = predicted(
  'predict/hybrid-query-is-accepted',
  ({ hybrid }) => hybrid === 'query' || hybrid === 'off',
);

export const hybridHeaderIsAccepted = predicted(
  'predict/hybrid-header-is-accepted',
  ({ hybrid }) => hybrid === 'header' || hybrid === 'both',
);

export const signedInCallerIsPredicted = predicted(
  'predict/signed-in-caller-is-served',
  ({ signedIn }) => signedIn === true,
  'standard',
);

/** A number is there though it is nothing. Where the numbers beside it are refused as well, the target has a bound of its own. */
export const zeroIsANumber = check({
  clause: 'predict/zero-is-a-number',
  async act(tools) {
    const cold = (await predictions(tools)).all.filter((one) => one.cold === true).map(({ answer }) => answer);
    const body = await fullBody(tools);
    const beside = cold.every(isSuccess) ? [] : [-1, 1];
    const around: Exchange[] = [];
    for (const degrees of beside) around.push(await tools.send(atTemperature(tools.request('predict'), body, degrees)));
    return { cold, around };
  },
  given: ({ cold, around }) => [
    enough(cold.length > 0, 'no prediction was asked for at a temperature of 0'),
    applicable(around.every(isSuccess), 'the target has a bound of its own for the temperature'),
  ],
  judge: ({ cold }) => cold.map((answer) => accepted(answer)),
});

/** Every named type from either body. */
function predictedThoroughly(clause: string, bodyFor: (base: unknown, systemType: string) => unknown) {
  return check({
    clause,
    variant: 'thorough',
    depth: 'deep',
    async act(tools) {
      const base = await fullBody(tools);
      return {
        answers: await predictAll(
          tools,
          namedSystemTypes(tools).map((type) => bodyFor(base, type)),
        ),
      };
    },
    judge: ({ answers }) => answers.map((answer) => accepted(answer)),
  });
}

export const namedSystemTypesArePredictedFromFullBodies = predictedThoroughly(
  'predict/named-system-types-are-predicted',
  forType,
);

export const namedSystemTypesArePredictedFromMinimalBodies = predictedThoroughly(
  'predict/minimal-body-is-predicted',
  minimalBody,
);

function needsField(clause: string, field: string, depth?: 'deep') {
  const withoutIt = depth === undefined ? withoutLoad : withoutLoadAlone;
  return check({
    clause,
    ...(depth === undefined ? {} : { depth, variant: 'thorough' }),
    // One refusal shows that each of the fields is needed, and that it is named.
    clausesPerRequest: 2 * LOAD_FIELDS.length,
    async act(tools) {
      const base = await fullBody(tools);
      return isNested(base)
        ? { control: [await perClassControl(tools)], answers: await withoutIt(tools, field) }
        : { control: [], answers: [] };
    },
    given: ({ control }) => [
      applicable(control.length > 0, 'the flat body has no load'),
      ...control.map((answer) => accepted(answer)),
    ],
    judge: ({ answers }) => answers.map((answer) => refused(answer)),
  });
}

/** A type with a predictor of its own, with its load. */
async function perClassControl(tools: CheckContext): Promise<Exchange> {
  const { all } = await predictions(tools);
  const found = all.find(
    ({ systemType, lacking }) => lacking === undefined && (PER_CLASS_TYPES as readonly string[]).includes(systemType),
  );
  return found?.answer ?? predict(tools, forType(await fullBody(tools), PER_CLASS_TYPES[0]));
}

export const perClassTypesNeedCod = needsField('predict/per-class-types-need-cod', 'codMgL');

export const perClassTypesNeedHrt = needsField('predict/per-class-types-need-hrt', 'hrtHours');

export const perClassTypesNeedCodAlone = needsField('predict/per-class-types-need-cod', 'codMgL', 'deep');

export const perClassTypesNeedHrtAlone = needsField('predict/per-class-types-need-hrt', 'hrtHours', 'deep');

/** Without all of the load, and without a part of it. */
export const mfcNeedsNoLoad = predicted(
  'predict/mfc-needs-no-load',
  ({ systemType, minimal, lacking }) => systemType === WITHOUT_LOAD && (minimal || lacking !== undefined),
);

export const mfcNeedsNeitherPartOfTheLoad = check({
  clause: 'predict/mfc-needs-no-load',
  variant: 'thorough',
  depth: 'deep',
  async act(tools) {
    const base = forType(await fullBody(tools), WITHOUT_LOAD);
    const pointers = LOAD_FIELDS.map((field) => conditionPointer(base, field));
    return {
      answers: await predictAll(
        tools,
        [...pointers.map((pointer) => [pointer]), pointers].map((left) => without(base, ...left)),
      ),
    };
  },
  judge: ({ answers }) => answers.map((answer) => accepted(answer)),
});

/** Whether such a material is known is left open: it may be refused. */
export const lettersBeyondAsciiAreNoError = check({
  clause: 'predict/letters-beyond-ascii-are-no-error',
  depth: 'deep',
  async act(tools) {
    const base = await fullBody(tools);
    const body = withPointer(base, materialPointer(base), 'Kohlenstoffvlies Größe Ω 碳布');
    const request = tools.request('predict').json(body).open('a material with letters beyond ASCII');
    return { control: await predict(tools, base), answer: await tools.send(request) };
  },
  given: ({ control }) => [accepted(control)],
  judge: ({ answer }) => [isSuccess(answer) ? accepted(answer) : refusedSomehow(answer)],
});

async function predictAll(tools: CheckContext, bodies: readonly unknown[]): Promise<readonly Exchange[]> {
  const answers: Exchange[] = [];
  for (const body of bodies) answers.push(await predict(tools, body));
  return answers;
}
