import { answeredWith, type Assertion, at, check, enough, type Exchange, every, holds, isSuccess, operationOf, succeeded, successOf, textAt, type Tools } from '../../src/check/index.ts';
import { hasPooled, prior, statusIn, subjectsOf, UNKNOWN_SLUGS, unknownPriors } from './priors.ts';

type Sample = 'populated' | 'awaiting' | 'readError' | 'unresolvedParent';

type OfSample = { readonly answer: Exchange };

async function priorOf(tools: Tools, sample: Sample): Promise<OfSample> {
  return { answer: await prior(tools, tools.samples.priors?.[sample] ?? '') };
}

export const requestedSlugComesBack = check({
  clause: 'getHierarchicalPrior/requested-slug-comes-back',
  async act(tools) {
    const asked: { slug: string; answer: Exchange }[] = [];
    for (const slug of new Set(Object.values(tools.samples.priors ?? {}))) asked.push({ slug, answer: await prior(tools, slug) });
    const { answers: [unknown] } = await unknownPriors(tools);
    if (unknown !== undefined && isSuccess(unknown)) asked.push({ slug: UNKNOWN_SLUGS[0], answer: unknown });
    return { asked };
  },
  given: ({ asked }) => asked.map(({ answer }) => succeeded(answer)),
  judge: ({ asked }) => [every(asked, 'known slug', ({ slug, answer }) =>
    holds(subjectsOf(answer).includes(slug), answer, { expected: `the slug ${slug}`, actual: subjectsOf(answer) }))],
});

function stateCheck(clause: string, sample: Sample, state: string) {
  return check({
    clause,
    act: (tools) => priorOf(tools, sample),
    judge: ({ answer }) => [
      answeredWithSuccess(answer),
      holds(!isSuccess(answer) || statusIn(answer) === state, answer, { at: '/data_status', expected: state, actual: statusIn(answer) }),
    ],
  });
}

function answeredWithSuccess(answer: Exchange): Assertion {
  return (judging) => answeredWith(answer, successOf(operationOf(judging.contract, 'getHierarchicalPrior')).key)(judging);
}

export const awaitingArtifactIsReported = stateCheck('getHierarchicalPrior/awaiting-artifact-is-reported', 'awaiting', 'awaiting_artifact');

export const readErrorIsReported = stateCheck('getHierarchicalPrior/read-error-is-reported', 'readError', 'read_error');

export const unresolvedParentIsReported = stateCheck('getHierarchicalPrior/unresolved-parent-is-reported', 'unresolvedParent', 'unresolved_parent');

export const unresolvedParentIsNeverPooled = check({
  clause: 'getHierarchicalPrior/unresolved-parent-is-never-pooled',
  act: (tools) => priorOf(tools, 'unresolvedParent'),
  given: ({ answer }) => [enough(isSuccess(answer), 'the parent was not answered')],
  judge: ({ answer }) => [
    holds(!hasPooled(answer), answer, { at: '/pooled', expected: 'no pooled estimate of distinct quantities', actual: at(answer, '/pooled') }),
  ],
});

/** An unknown slug answered as one that is known would be. */
function isTakenForKnown(answer: Exchange): boolean {
  return isSuccess(answer) && statusIn(answer) !== 'parameter_not_in_priors';
}

async function unknownWithKeys(tools: Tools): Promise<{ answers: readonly Exchange[]; success: string; missing: readonly string[] }> {
  const operation = operationOf(tools.contract, 'getHierarchicalPrior');
  const { answers } = await unknownPriors(tools);
  return { answers, success: successOf(operation).key, missing: ['404'] };
}

export const unknownSlugIsNotKnown = check({
  clause: 'getHierarchicalPrior/unknown-slug-is-not-known',
  act: unknownWithKeys,
  judge: ({ answers, success, missing }) => answers.flatMap((answer) => [
    answeredWith(answer, success, ...missing),
    holds(!isTakenForKnown(answer), answer, { at: '/data_status', expected: 'parameter_not_in_priors', actual: statusIn(answer) }),
  ]),
});

export const unknownSlugIsReportedInDataStatus = check({
  clause: 'getHierarchicalPrior/unknown-slug-is-reported-in-data-status',
  act: unknownWithKeys,
  judge: ({ answers, success }) => answers.flatMap((answer) => [answeredWith(answer, success), holds(!isTakenForKnown(answer), answer, { at: '/data_status', expected: 'parameter_not_in_priors', actual: textAt(answer, '/data_status') })]),
});

export const unknownSlugIsNotFound = check({
  clause: 'getHierarchicalPrior/unknown-slug-is-not-found',
  act: unknownWithKeys,
  judge: ({ answers, missing }) => answers.map((answer) => answeredWith(answer, ...missing)),
});
