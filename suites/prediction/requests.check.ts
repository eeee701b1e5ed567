import { accepted, applicable, check, type Exchange, refused, served } from '../../src/check/index.ts';
import { conditionPointer, forType, fullBody, isNested, LOAD_FIELDS, PER_CLASS_TYPES, without, WITHOUT_LOAD } from './bodies.ts';
import { hybridPredictions, predict, predictions, withoutLoad } from './predictions.ts';

export const namedSystemTypesArePredicted = check({
  clause: 'predict/named-system-types-are-predicted',
  act: async (tools) => ({ full: (await predictions(tools)).full }),
  judge: ({ full }) => full.map((answer) => served(answer)),
});

export const minimalBodyIsPredicted = check({
  clause: 'predict/minimal-body-is-predicted',
  act: async (tools) => ({ minimal: (await predictions(tools)).minimal }),
  judge: ({ minimal }) => minimal.map((answer) => served(answer)),
});

export const hybridQueryIsAccepted = check({
  clause: 'predict/hybrid-query-is-accepted',
  act: async (tools) => ({ byQuery: (await hybridPredictions(tools)).byQuery }),
  judge: ({ byQuery }) => byQuery.map((answer) => served(answer)),
});

export const hybridHeaderIsAccepted = check({
  clause: 'predict/hybrid-header-is-accepted',
  act: async (tools) => ({ byHeader: (await hybridPredictions(tools)).byHeader }),
  judge: ({ byHeader }) => byHeader.map((answer) => served(answer)),
});

function needsField(clause: string, field: string) {
  return check({
    clause,
    async act(tools) {
      const base = await fullBody(tools);
      return isNested(base) ? { control: [await predict(tools, forType(base, PER_CLASS_TYPES[0]))], answers: await withoutLoad(tools, field) } : { control: [], answers: [] };
    },
    given: ({ control }) => [applicable(control.length > 0, 'the flat body has no load'), ...control.map((answer) => accepted(answer))],
    judge: ({ answers }) => answers.map((answer) => refused(answer)),
  });
}

export const perClassTypesNeedCod = needsField('predict/per-class-types-need-cod', 'codMgL');

export const perClassTypesNeedHrt = needsField('predict/per-class-types-need-hrt', 'hrtHours');

export const mfcNeedsNoLoad = check({
  clause: 'predict/mfc-needs-no-load',
  async act(tools) {
    const base = forType(await fullBody(tools), WITHOUT_LOAD);
    const pointers = LOAD_FIELDS.map((field) => conditionPointer(base, field));
    const answers: Exchange[] = [];
    for (const left of [...pointers.map((pointer) => [pointer]), pointers]) answers.push(await predict(tools, without(base, ...left)));
    return { answers };
  },
  judge: ({ answers }) => answers.map((answer) => accepted(answer)),
});
