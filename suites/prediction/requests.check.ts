import { accepted, applicable, check, type Exchange, refused, served, type Tools } from '../../src/check/index.ts';
import {
  conditionPointer,
  forType,
  fullBody,
  isNested,
  LOAD_FIELDS,
  PER_CLASS_TYPES,
  without,
  WITHOUT_LOAD,
} from './bodies.ts';
import { predict, type Prediction, predictions, withoutLoad } from './predictions.ts';

/** The predictions that show a clause; what makes one hard beside that is asked for alone where it was refused. */
function predicted(clause: string, shows: (prediction: Prediction) => boolean) {
  return check({
    clause,
    act: async (tools) => ({
      answers: (await predictions(tools)).all.filter((one) => shows(one)).map(({ answer }) => answer),
    }),
    judge: ({ answers }) => answers.map((answer) => served(answer)),
  });
}

/** From a full body; those that were accepted in any manner show it too. */
export const namedSystemTypesArePredicted = check({
  clause: 'predict/named-system-types-are-predicted',
  act: async (tools) => ({ all: (await predictions(tools)).all }),
  judge: ({ all }) =>
    [
      ...new Map(
        all.toSorted((a, b) => plainness(a) - plainness(b)).map((one) => [one.systemType, one.answer]),
      ).values(),
    ].map((answer) => served(answer)),
});

/** The plainest request for a type counts: one with nothing left out and nothing added. */
function plainness({ minimal, hybrid, lacking }: Prediction): number {
  return (minimal ? 0 : 2) + (hybrid === undefined && lacking === undefined ? 1 : 0);
}

export const minimalBodyIsPredicted = predicted('predict/minimal-body-is-predicted', ({ minimal }) => minimal);

export const hybridQueryIsAccepted = predicted(
  'predict/hybrid-query-is-accepted',
  ({ hybrid }) => hybrid === 'query' || hybrid === 'off',
);

export const hybridHeaderIsAccepted = predicted(
  'predict/hybrid-header-is-accepted',
  ({ hybrid }) => hybrid === 'header',
);

/** Every named type from both bodies, and every way to ask for the hybrid mode, each by itself. */
export const namedSystemTypesArePredictedFromFullBodies = check({
  clause: 'predict/named-system-types-are-predicted',
  variant: 'thorough',
  depth: 'deep',
  async act(tools) {
    const base = await fullBody(tools);
    const types = new Set((await predictions(tools)).all.map(({ systemType }) => systemType));
    return {
      answers: await predictAll(
        tools,
        [...types].map((type) => forType(base, type)),
      ),
    };
  },
  judge: ({ answers }) => answers.map((answer) => served(answer)),
});

function needsField(clause: string, field: string) {
  return check({
    clause,
    async act(tools) {
      const base = await fullBody(tools);
      return isNested(base)
        ? { control: [await perClassControl(tools)], answers: await withoutLoad(tools, field) }
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
async function perClassControl(tools: Tools): Promise<Exchange> {
  const { all } = await predictions(tools);
  const found = all.find(
    ({ systemType, lacking }) => lacking === undefined && (PER_CLASS_TYPES as readonly string[]).includes(systemType),
  );
  return found?.answer ?? predict(tools, forType(await fullBody(tools), PER_CLASS_TYPES[0]));
}

export const perClassTypesNeedCod = needsField('predict/per-class-types-need-cod', 'codMgL');

export const perClassTypesNeedHrt = needsField('predict/per-class-types-need-hrt', 'hrtHours');

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
  judge: ({ answers }) => answers.map((answer) => served(answer)),
});

async function predictAll(tools: Tools, bodies: readonly unknown[]): Promise<readonly Exchange[]> {
  const answers: Exchange[] = [];
  for (const body of bodies) answers.push(await predict(tools, body));
  return answers;
}
