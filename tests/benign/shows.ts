import type { Benign } from '../../fixtures/benign/index.ts';
import type { WireRequest } from '../../src/http/exchange.ts';
import { fetchTransport } from '../../src/http/in-process.ts';
import { contractUnder } from '../support/contract.ts';
import { type Setting, serviceOf, type Trial } from './trial.ts';

const { operations } = contractUnder();

/** The requests of a run that a variant may change the answers to, for each scope; those to no operation belong to all. */
function requestsOf({ sent, record }: Trial): (scope: readonly string[]) => readonly WireRequest[] {
  const tags = new Map(
    record.exchanges.map(({ operation = '', request }) => [
      `${request.method} ${request.target}`,
      operations.get(operation)?.tag ?? '',
    ]),
  );
  const tagOf = ({ method, url }: WireRequest) => tags.get(`${method} ${url.slice(new URL(url).origin.length)}`) ?? '';
  return (scope) => (scope.length === 0 ? sent : sent.filter((request) => ['', ...scope].includes(tagOf(request))));
}

/**
 * What a service with these variants answers to requests, one after the other. Every service is made with the same clock and the
 * same seeds, so that two of them with the same variants answer alike.
 */
async function* answers(sent: readonly WireRequest[], variants: readonly Benign[], setting: Setting) {
  const send = fetchTransport(serviceOf(variants, setting).fetch);
  for (const request of sent) {
    const outcome = await send(request);
    yield outcome.kind === 'response'
      ? JSON.stringify([outcome.status, outcome.headers, outcome.body.text])
      : outcome.reason;
  }
}

/** A tenth of the requests shows most variants; only what that leaves hidden is tried with all of them. */
const SAMPLE = 10;

/** Those that change no answer to the requests of a run in which they were together. */
export async function hiddenIn(
  trial: Trial,
  variants: readonly Benign[],
  setting: Setting,
): Promise<readonly Benign[]> {
  const requests = requestsOf(trial);
  const sampled = (scope: readonly string[]) => requests(scope).filter((_, index) => index % SAMPLE === 0);
  if (!(await alike(requests([]), variants, variants, setting))) {
    throw new Error('two services with the same variants answer otherwise');
  }
  const hidden: Benign[] = [];
  for (const one of variants.filter(({ unseen }) => !unseen)) {
    const rest = variants.filter((other) => other !== one);
    const changesNone = (sent: readonly WireRequest[]) => alike(sent, variants, rest, setting);
    if ((await changesNone(sampled(one.scope))) && (await changesNone(requests(one.scope)))) hidden.push(one);
  }
  return hidden;
}

/** Do services with these variants and with those answer the same requests alike? Asked side by side, until they do not. */
async function alike(
  sent: readonly WireRequest[],
  some: readonly Benign[],
  others: readonly Benign[],
  setting: Setting,
): Promise<boolean> {
  const theirs = answers(sent, others, setting);
  for await (const answer of answers(sent, some, setting)) {
    if ((await theirs.next()).value !== answer) return false;
  }
  return true;
}
