import {
  type Assertion,
  accepted,
  applicable,
  type CheckContext,
  check,
  type Exchange,
  enough,
  holds,
  nobody,
  nobodyWithMalformedBody,
  operationOf,
  refused,
  statusOf,
  tellsOf,
} from '../../src/check/index.ts';
import {
  BACKING_ABSENT,
  BACKING_SLOW,
  controlOf,
  inTime,
  namesIt,
  notEverybodyRefused,
  refusedForSession,
  saysSo,
  saysUnavailable,
  waitingFor,
} from './conditions.ts';
import { askForCourses } from './courses.ts';
import { askForConfigurations, askForTopology, type Inference, plain } from './questions.ts';

/** What the operations say without a session, without the backing service, or when it is too slow. */

function sessionBeforeBacking(operation: Inference) {
  return check({
    clause: `${operation}/session-before-backing`,
    act: async (tools) => ({ answer: await nobody(tools, operation), ...(await controlOf(tools, operation)) }),
    given: ({ answer, control }) => notEverybodyRefused(control, answer),
    judge: ({ answer }) => [
      (judging) =>
        (tellsOf(judging, answer, BACKING_ABSENT) || tellsOf(judging, answer, BACKING_SLOW)
          ? refusedForSession(answer)
          : otherwiseRefused(answer))(judging),
    ],
  });
}

/** That nobody is served without a session, and what the refusal looks like, are the security clauses' to say. */
function otherwiseRefused(answer: Exchange): Assertion {
  return (judging) =>
    enough(
      refused(answer, 'missing-credential')(judging) === undefined,
      `status ${statusOf(answer)} does not tell of the session`,
    )(judging);
}

/** The refusal of the malformed body, where that of the missing session was due. */
function complainsOfBody(operation: Inference, exchange: Exchange): Assertion {
  return (judging) => {
    const { rejects } = operationOf(judging.contract, operation);
    const status = String(statusOf(exchange));
    if (status === rejects['missing-credential']) return undefined;
    return status === rejects['malformed-json']
      ? holds(false, exchange, {
          expected: 'the refusal of a request without a session',
          actual: 'the refusal of its body',
        })(judging)
      : enough(false, `status ${statusOf(exchange)} speaks neither of the session nor of the body`)(judging);
  };
}

function sessionBeforeBody(operation: Inference) {
  return check({
    clause: `${operation}/session-before-body`,
    act: async (tools) => ({
      answer: await nobodyWithMalformedBody(tools, operation),
      ...(await controlOf(tools, operation)),
    }),
    given: ({ answer, control }) => notEverybodyRefused(control, answer),
    judge: ({ answer }) => [complainsOfBody(operation, answer)],
  });
}

const GP_SCM = /gp[\s_\-–]*scm|gaussian[\s-]process|structural[\s-]causal/iu;
const whileUnavailable =
  (answer: Exchange, question: Assertion): Assertion =>
  (judging) =>
    saysUnavailable(answer)(judging) ?? question(judging);

const TRAINING = /train|untrain|entra[iî]n|entren|trein|addestr|allen|обуч|трен|训练|訓練|学習|훈련|학습/iu;

function unavailableNamesGpScm(operation: Inference) {
  return check({
    clause: `${operation}/unavailable-names-gp-scm`,
    act: async (tools) => ({ answer: await plain(tools, operation) }),
    judge: ({ answer }) => [whileUnavailable(answer, namesIt(answer, GP_SCM, 'the GP-SCM service'))],
  });
}

function unavailableAsksForTraining(operation: Inference) {
  return check({
    clause: `${operation}/unavailable-asks-for-training`,
    act: async (tools) => ({ answer: await plain(tools, operation) }),
    judge: ({ answer }) => [
      whileUnavailable(answer, saysSo(answer, TRAINING, 'says that the model must be trained first')),
    ],
  });
}

/** Every answer that the backing service may have been too slow for. */
async function everyAnswer(tools: CheckContext, operation: Inference): Promise<readonly Exchange[]> {
  const first = await plain(tools, operation);
  switch (operation) {
    case 'inferSensitivity':
      return [first, (await askForTopology(tools, operation)).answer];
    case 'inferInversion':
      return [first, await askForConfigurations(tools)];
    case 'inferTrajectory':
      return [first, ...(await askForCourses(tools)).map(({ answer }) => answer)];
    default:
      return operation satisfies never;
  }
}

function aboutTimeout(clause: string, operation: Inference, question: (answer: Exchange) => Assertion) {
  return check({
    clause: `${operation}/${clause}`,
    act: async (tools) => ({ answers: await everyAnswer(tools, operation) }),
    judge: ({ answers }) => [
      (judging) => {
        const slow = answers.find((answer) => tellsOf(judging, answer, BACKING_SLOW));
        return (
          slow === undefined ? applicable(false, 'no request timed out, so the 504 was not seen') : question(slow)
        )(judging);
      },
    ],
  });
}

const TIMED_OUT =
  /time[sd]?[\s-]?out|timing[\s-]?out|too (?:long|slow)|deadline|in time|did ?n[o']t (?:answer|respond|finish|complete)|exceeded|limit|délai|expir|zeit|tiempo|tempo|超时|タイムアウト/iu;

function answersInTime(operation: Inference) {
  return check({
    clause: `${operation}/answers-in-time`,
    // Durations alone: an answer that never comes is what this is about, not what gets in its way.
    async act(tools) {
      const answers = await everyAnswer(tools, operation);
      const answered = answers.filter(({ outcome }) => outcome.kind === 'response').slice(0, 1);
      return { waitings: answers.map(waitingFor), answered };
    },
    given: ({ waitings, answered }) => (waitings.some(({ gaveUp }) => gaveUp) ? [] : answered.map(accepted)),
    judge: ({ waitings }) => waitings.map((waiting) => inTime(operation, waiting)),
  });
}

export const sensitivityWantsItsSessionFirst = sessionBeforeBacking('inferSensitivity');
export const inversionWantsItsSessionFirst = sessionBeforeBacking('inferInversion');
export const trajectoryWantsItsSessionFirst = sessionBeforeBacking('inferTrajectory');

export const sensitivityWantsItsSessionBeforeABody = sessionBeforeBody('inferSensitivity');
export const inversionWantsItsSessionBeforeABody = sessionBeforeBody('inferInversion');
export const trajectoryWantsItsSessionBeforeABody = sessionBeforeBody('inferTrajectory');

export const sensitivityNamesGpScm = unavailableNamesGpScm('inferSensitivity');
export const inversionNamesGpScm = unavailableNamesGpScm('inferInversion');
export const trajectoryNamesGpScm = unavailableNamesGpScm('inferTrajectory');

export const sensitivityAsksForTraining = unavailableAsksForTraining('inferSensitivity');
export const inversionAsksForTraining = unavailableAsksForTraining('inferInversion');
export const trajectoryAsksForTraining = unavailableAsksForTraining('inferTrajectory');

export const sensitivityTellsOfTimeout = aboutTimeout('timeout-message', 'inferSensitivity', (answer) =>
  saysSo(answer, TIMED_OUT, 'tells of a timeout'),
);
export const inversionHintsAtStarts = aboutTimeout('timeout-names-n-starts', 'inferInversion', (answer) =>
  saysSo(answer, /starts/iu, 'hints at n_starts'),
);
export const trajectoryTellsOfTimeout = aboutTimeout('timeout-message', 'inferTrajectory', (answer) =>
  saysSo(answer, TIMED_OUT, 'says that the prediction timed out'),
);

export const sensitivityAnswersInTime = answersInTime('inferSensitivity');
export const inversionAnswersInTime = answersInTime('inferInversion');
export const trajectoryAnswersInTime = answersInTime('inferTrajectory');
