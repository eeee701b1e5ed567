import {
  accepted,
  type CheckContext,
  check,
  type Exchange,
  isObject,
  isSuccess,
  refusedSomehow,
  withPointer,
} from '../../src/check/index.ts';
import { conditionPointer, forType, fullBody, isNested, without } from './bodies.ts';
import { predict } from './predictions.ts';

/** A body of which the contract does not say whether it is taken, and why. */
interface OpenBody {
  readonly what: string;
  readonly change: (body: unknown) => unknown;
}

/** No more of the materials and of the configuration than the document requires. */
const BARE: OpenBody = {
  what: 'a body with nothing in materials, and no more than reactorVolume in configuration',
  change: (body) => (isNested(body) ? without(body, ...membersOf(body, '/materials'), ...others(body)) : body),
};

/** A logarithm or a root goes wrong with the one, a quotient with the other. */
const ODD_NUMBERS: OpenBody = {
  what: 'a substrateConcentration of -1, and an externalResistance of 0',
  change: (body) => {
    const negative = withPointer(body, conditionPointer(body, 'substrateConcentration'), -1);
    return isNested(body) ? withPointer(negative, conditionPointer(body, 'externalResistance'), 0) : negative;
  },
};

const UNKNOWN_TYPE: OpenBody = {
  what: 'a system type that the contract does not name',
  change: (body) => forType(body, 'XQZ'),
};

function others(body: unknown): readonly string[] {
  return membersOf(body, '/configuration').filter((pointer) => pointer !== '/configuration/reactorVolume');
}

function membersOf(body: unknown, at: string): readonly string[] {
  const part = isObject(body) ? body[at.slice(1)] : undefined;
  return isObject(part) ? Object.keys(part).map((name) => `${at}/${name}`) : [];
}

/** Both at once; each by itself where that is not accepted, for a refusal of one hides the other. */
async function askOpenly(tools: CheckContext, body: unknown): Promise<readonly Exchange[]> {
  const ask = (some: readonly OpenBody[]) =>
    tools.send(
      tools
        .request('predict')
        .json(some.reduce((changed, { change }) => change(changed), body))
        .senseless(some.map(({ what }) => what).join('; ')),
    );
  const together = await ask([BARE, ODD_NUMBERS]);
  const apart = isSuccess(together) ? [together] : [await ask([BARE]), await ask([ODD_NUMBERS])];
  return [...apart, await ask([UNKNOWN_TYPE])];
}

/** Whether such a body is taken is left open; the prediction does not fail on it. */
export const openBodiesAreNoError = check({
  clause: 'predict/open-bodies-are-no-error',
  depth: 'standard',
  async act(tools) {
    const body = await fullBody(tools);
    return { control: await predict(tools, body), answers: await askOpenly(tools, body) };
  },
  given: ({ control }) => [accepted(control)],
  judge: ({ answers }) => answers.map((answer) => (isSuccess(answer) ? accepted(answer) : refusedSomehow(answer))),
});
