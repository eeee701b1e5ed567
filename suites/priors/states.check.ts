import {
  type Assertion,
  accepted,
  answeredWith,
  type CheckContext,
  check,
  type Exchange,
  holds,
  isSuccess,
  operationOf,
  successOf,
  textAt,
} from '../../src/check/index.ts';
import { knownPriors, oddPriors, ofAnother, prior, statusIn, unknownPriors } from './priors.ts';

type Sample = 'populated' | 'awaiting' | 'readError' | 'unresolvedParent';

type OfSample = { readonly answer: Exchange };

async function priorOf(tools: CheckContext, sample: Sample): Promise<OfSample> {
  return { answer: await prior(tools, tools.samples.priors?.[sample] ?? '') };
}

export const requestedSlugComesBack = check({
  clause: 'getHierarchicalPrior/requested-slug-comes-back',
  act: async (tools) => ({ known: await knownPriors(tools), unknown: await unknownPriors(tools) }),
});

function stateCheck(clause: string, sample: Sample, state: string) {
  return check({
    clause,
    act: (tools) => priorOf(tools, sample),
    judge: ({ answer }) => [
      answeredWithSuccess(answer),
      holds(!isSuccess(answer) || statusIn(answer) === state, answer, {
        at: '/data_status',
        expected: state,
        actual: statusIn(answer),
        ...ofAnother(answer),
      }),
    ],
  });
}

function answeredWithSuccess(answer: Exchange): Assertion {
  return (judging) =>
    answeredWith(answer, successOf(operationOf(judging.contract, 'getHierarchicalPrior')).key)(judging);
}

export const awaitingArtifactIsReported = stateCheck(
  'getHierarchicalPrior/awaiting-artifact-is-reported',
  'awaiting',
  'awaiting_artifact',
);

export const readErrorIsReported = stateCheck('getHierarchicalPrior/read-error-is-reported', 'readError', 'read_error');

export const unresolvedParentIsReported = stateCheck(
  'getHierarchicalPrior/unresolved-parent-is-reported',
  'unresolvedParent',
  'unresolved_parent',
);

/** An unknown slug answered as one that is known would be. */
function isTakenForKnown(answer: Exchange): boolean {
  return isSuccess(answer) && statusIn(answer) !== 'parameter_not_in_priors';
}

type Unknown = {
  readonly answers: readonly Exchange[];
  readonly known: readonly Exchange[];
  readonly success: string;
  readonly missing: readonly string[];
};

async function unknownWithKeys(tools: CheckContext): Promise<Unknown> {
  const operation = operationOf(tools.contract, 'getHierarchicalPrior');
  const { answers } = await unknownPriors(tools);
  const { populated } = tools.samples.priors ?? {};
  return {
    answers,
    known: populated === undefined ? [] : [await prior(tools, populated)],
    success: successOf(operation).key,
    missing: ['404'],
  };
}

/** Where a known slug is not answered, that an unknown one is not says nothing. */
function knownIsAnswered({ known }: Unknown): readonly Assertion[] {
  return known.map((answer) => accepted(answer));
}

export const unknownSlugIsNotKnown = check({
  clause: 'getHierarchicalPrior/unknown-slug-is-not-known',
  act: async (tools) => ({ ...(await unknownWithKeys(tools)), odd: await oddPriors(tools) }),
  given: (all) => knownIsAnswered(all),
  judge: ({ answers, odd, success, missing }) => [
    ...answers.map((answer) => answeredWith(answer, success, ...missing)),
    ...[...answers, ...odd].map((answer) =>
      holds(!isTakenForKnown(answer), answer, {
        at: '/data_status',
        expected: 'parameter_not_in_priors',
        actual: statusIn(answer),
        ...ofAnother(answer),
      }),
    ),
  ],
});

export const unknownSlugIsReportedInDataStatus = check({
  clause: 'getHierarchicalPrior/unknown-slug-is-reported-in-data-status',
  act: unknownWithKeys,
  given: knownIsAnswered,
  judge: ({ answers, success }) =>
    answers.flatMap((answer) => [
      answeredWith(answer, success),
      holds(!isTakenForKnown(answer), answer, {
        at: '/data_status',
        expected: 'parameter_not_in_priors',
        actual: textAt(answer, '/data_status'),
        ...ofAnother(answer),
      }),
    ]),
});

export const unknownSlugIsNotFound = check({
  clause: 'getHierarchicalPrior/unknown-slug-is-not-found',
  rejected: 'unknown-id',
  act: unknownWithKeys,
  given: knownIsAnswered,
  judge: ({ answers, missing }) => answers.map((answer) => answeredWith(answer, ...missing)),
});
