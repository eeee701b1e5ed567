import {
  type Assertion,
  accepted,
  applicable,
  at,
  type CheckContext,
  check,
  controlOf,
  type Exchange,
  holds,
  isObject,
  isSuccess,
  tellsOf,
} from '../../src/check/index.ts';
import { BACKING_ABSENT } from '../inference/conditions.ts';
import { forType, fullBody } from './bodies.ts';
import { predict } from './predictions.ts';

/** Predictions with an inference before and after them: was the backing service absent meanwhile? */
type Backing = {
  readonly inferences: readonly Exchange[];
  readonly answers: readonly Exchange[];
};

function besideInference(tools: CheckContext): Promise<Backing> {
  return tools.shared('predictions beside inferences', async () => {
    const known = await controlOf(tools, 'inferSensitivity');
    const before = isSuccess(known) ? known : await infer(tools);
    const answers: Exchange[] = [];
    if (!isSuccess(before)) {
      const base = await fullBody(tools);
      for (const body of [base, forType(base, 'MEC'), forType(base, 'MERC')]) answers.push(await predict(tools, body));
      answers.push(await tools.send(tools.request('predict').query({ hybrid: true }).json(base)));
    }
    return {
      inferences: isSuccess(before) ? [before] : [before, await infer(tools)],
      answers,
    };
  });
}

async function infer(tools: CheckContext): Promise<Exchange> {
  return tools.send(await tools.valid('inferSensitivity'));
}

function isAbsent({ inferences }: Backing): Assertion {
  return (judging) =>
    applicable(
      inferences.every((exchange) => tellsOf(judging, exchange, BACKING_ABSENT)),
      'the GP-SCM backing service is not absent',
    )(judging);
}

function whileAbsent(clause: string, ask: (answer: Exchange) => Assertion) {
  return check({
    clause,
    act: besideInference,
    given: (backing) => [isAbsent(backing), ...backing.answers.map((answer) => accepted(answer))],
    judge: ({ answers }) => answers.map((answer) => ask(answer)),
  });
}

const BLOCK = '/gp_scm_forward';

export const forwardBlockIsNotPopulatedWithoutBackingService = whileAbsent(
  'predict/forward-block-is-not-populated-without-backing-service',
  (answer) =>
    holds(isOmitted(answer) || isMarked(answer), answer, {
      at: BLOCK,
      expected: 'no gp_scm_forward, or one that is marked unavailable',
      actual: at(answer, BLOCK),
    }),
);

export const forwardBlockIsOmitted = whileAbsent('predict/forward-block-is-omitted', (answer) =>
  holds(isOmitted(answer), answer, { at: BLOCK, expected: 'no gp_scm_forward', actual: at(answer, BLOCK) }),
);

export const forwardBlockIsMarked = whileAbsent('predict/forward-block-is-marked', (answer) =>
  holds(!isOmitted(answer) && isMarked(answer), answer, {
    at: BLOCK,
    expected: 'a gp_scm_forward that is marked unavailable',
    actual: at(answer, BLOCK),
  }),
);

/** The shape of a mark is not shown: null counts as no block. */
function isOmitted(answer: Exchange): boolean {
  return (at(answer, BLOCK) ?? null) === null;
}

/** Some word or flag in the block says that there is nothing; a block that says populated is not marked, whatever else it says. */
function isMarked(answer: Exchange): boolean {
  const block = at(answer, BLOCK);
  if (isObject(block) && (block['data_status'] === 'populated' || block['available'] === true)) return false;
  return /unavail|not[ _-]?(?:available|reachable|trained|ready)|unreach|absent|awaiting|missing|offline|disabled|untrained|\bnone\b|"(?:available|reachable|ready|populated)":false|error|null/iu.test(
    JSON.stringify(block),
  );
}
