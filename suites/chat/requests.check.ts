import {
  type Assertion,
  accepted,
  applicable,
  type CheckContext,
  check,
  type Exchange,
  enough,
  holds,
  isSuccess,
  NotTested,
  operationOf,
  type RequestBuilder,
  refused,
  responseWhen,
  statusOf,
  tellsOf,
} from '../../src/check/index.ts';
import { allowedControl, askResearch, chatRequest, controlled, flagOf, type Message } from './questions.ts';

/** What the capabilities promise, and what becomes of messages and modes. */

export const neverFails = check({
  clause: 'getChatCapabilities/never-fails',
  async act(tools) {
    const plain = tools.request('getChatCapabilities');
    const bare = await tools.send(plain);
    const everything = await tools.send(ODD.reduce((request, add) => add(request), plain).as(...WRONG));
    const failing: Exchange[] = [];
    // Which of it is at fault is asked one by one, where something is.
    if (isSuccess(bare) && !isSuccess(everything))
      for (const odd of [...ODD.map((add) => add(plain)), ...WRONG.map((role) => plain.as(role))]) {
        const answer = await tools.send(odd);
        if (!isSuccess(answer)) failing.push(answer);
      }
    return { answers: [bare, ...(failing.length > 0 ? failing : [everything])] };
  },
  judge: ({ answers }) => answers.map((answer) => accepted(answer)),
});

const ODD: readonly ((request: RequestBuilder) => RequestBuilder)[] = [
  (request) =>
    request.query({
      mode: 'no-such-mode',
      enabled: 'false',
      model: 'µ°Ω 🔬',
      '': '',
      'a[b]': '%',
      q: 'conform '.repeat(100),
    }),
  (request) => request.header('accept', 'text/plain;q=0.5, */*;q=0.1').header('accept-language', 'tlh'),
  (request) => request.header('content-type', 'text/plain').header('x-use-hybrid', 'perhaps'),
];

const WRONG = ['wrong apiKey', 'wrong bearer', 'wrong session'] as const;

interface Expectation {
  readonly [name: string]: unknown;
  readonly capabilities: Exchange;
  readonly answer: Exchange;
}

async function expectation(tools: CheckContext): Promise<Expectation> {
  return { capabilities: await tools.send(tools.request('getChatCapabilities')), answer: await askResearch(tools) };
}

/** The conditions of the server's configuration, as the document names them. */
const DISABLED = 'disabled';
const NO_GATEWAY = 'no-gateway-key';

/** The answer tells of the condition, or does not, as the capabilities do. */
function agrees(name: string, wanted: boolean, { capabilities, answer }: Expectation): Assertion {
  const said = `enabled ${flagOf(capabilities, 'enabled')}, gatewayReady ${flagOf(capabilities, 'gatewayReady')}`;
  return (judging) => {
    const { key, condition } = responseWhen(operationOf(judging.contract, 'chat'), name);
    return holds(tellsOf(judging, answer, name) === wanted, answer, {
      expected: `${wanted ? '' : 'not '}${key} (${condition.means}), as the capabilities say ${said}`,
      actual: `status ${statusOf(answer)}`,
      ...(wanted ? { status: [key] } : {}),
    })(judging);
  };
}

/** Where the gateway is missing as well, the server may say either. */
function gatewayIsNotMissing({ capabilities, answer }: Expectation): Assertion {
  return (judging) =>
    applicable(
      flagOf(capabilities, 'gatewayReady') !== false || !tellsOf(judging, answer, NO_GATEWAY),
      'the gateway is missing as well',
    )(judging);
}

export const disabledIsNotFound = check({
  clause: 'chat/disabled-is-not-found',
  once: true,
  act: expectation,
  given: (evidence) => [
    accepted(evidence.capabilities),
    applicable(flagOf(evidence.capabilities, 'enabled') === false, 'the chat is enabled'),
    gatewayIsNotMissing(evidence),
  ],
  judge: (evidence) => [agrees(DISABLED, true, evidence)],
});

export const enabledIsFound = check({
  clause: 'chat/enabled-is-found',
  once: true,
  act: expectation,
  given: ({ capabilities, answer }) => [
    accepted(capabilities),
    applicable(flagOf(capabilities, 'enabled') === true, 'the chat is disabled'),
    enough(!isUnknownPage(answer), 'the route is absent'),
  ],
  judge: (evidence) => [agrees(DISABLED, false, evidence)],
});

/** An absent route is a finding of its own. */
function isUnknownPage({ outcome }: Exchange): boolean {
  return outcome.kind === 'response' && outcome.status >= 400 && outcome.body.json === undefined;
}

export const gatewayMissingIsUnavailable = check({
  clause: 'chat/gateway-missing-is-unavailable',
  once: true,
  act: expectation,
  given: ({ capabilities }) => [
    accepted(capabilities),
    applicable(
      flagOf(capabilities, 'enabled') === true && flagOf(capabilities, 'gatewayReady') === false,
      'the capabilities do not tell of a missing gateway',
    ),
  ],
  judge: (evidence) => [agrees(NO_GATEWAY, true, evidence)],
});

export const gatewayReadyIsServed = check({
  clause: 'chat/gateway-ready-is-served',
  once: true,
  act: expectation,
  given: ({ capabilities }) => [
    accepted(capabilities),
    applicable(
      flagOf(capabilities, 'enabled') === true && flagOf(capabilities, 'gatewayReady') === true,
      'the capabilities do not tell of a gateway',
    ),
  ],
  judge: (evidence) => [agrees(NO_GATEWAY, false, evidence)],
});

/** A mode that the reading does not know; under an open reading it may be known or not. */
function unknownMode(slug: string, mode: string) {
  return check({
    clause: `chat/${slug}`,
    once: true,
    async act(tools) {
      if (tools.contract.choices['chat-modes'] === undefined)
        throw new NotTested('skip', 'the profile leaves the modes open', 'choose a branch of chat-modes');
      const [question] = conversation(1);
      return {
        answer: await tools.send(
          chatRequest(tools, { messages: [question], mode }).invalid('invalid-body', `the mode ${mode}`),
        ),
        ...(await allowedControl(tools)),
      };
    },
    given: ({ control }) => controlled(control),
    judge: ({ answer }) => [refused(answer)],
  });
}

export const noLabResearchMode = unknownMode('no-lab-research-mode', 'lab-research');
export const noLabMutationMode = unknownMode('no-lab-mutation-mode', 'lab-mutation');
export const noGeneralMode = unknownMode('no-general-mode', 'general');

/** So many short messages, the roles by turns, the last the user's, and the first as well unless the assistant `opens`. */
function conversation(length: number, opens: Message['role'] = 'user'): readonly Message[] {
  const isUsers = (index: number): boolean => (index === 0 && opens === 'user') || (length - 1 - index) % 2 === 0;
  return Array.from({ length }, (_, index) =>
    isUsers(index) ? { role: 'user', content: 'Go on, in one word.' } : { role: 'assistant', content: 'Yes.' },
  );
}

export const maxMessagesAccepted = check({
  clause: 'chat/max-messages-accepted',
  once: true,
  async act(tools) {
    const most = tools.samples.maxMessages ?? 1;
    const byTurns = (opens?: Message['role']) => chatRequest(tools, { messages: conversation(most, opens) });
    if (most % 2 === 1) return { answer: await tools.send(byTurns()) };
    // The contract does not say that two messages in a row may have one role; where they may not, the assistant opens.
    const answer = await tools.send(byTurns().open('two messages of the user in a row'));
    return { answer: isSuccess(answer) ? answer : await tools.send(byTurns('assistant')) };
  },
  judge: ({ answer }) => [accepted(answer)],
});

export const moreThanMaxMessagesRefused = check({
  clause: 'chat/more-than-max-messages-refused',
  act: async (tools) => ({
    answer: await tools.send(
      chatRequest(tools, { messages: conversation((tools.samples.maxMessages ?? 1) + 1) }).invalid(
        'invalid-body',
        'one message more than the maximum',
      ),
    ),
    ...(await allowedControl(tools)),
  }),
  given: ({ control }) => controlled(control),
  judge: ({ answer }) => [refused(answer)],
});
