import {
  type AnswerCheck,
  type Assertion,
  at,
  type Exchange,
  holds,
  isObject,
  numberAt,
  onEveryAnswer,
  textAt,
} from '../../src/check/index.ts';
import { rateTiers } from '../rate-tiers.ts';
import { dueExpiry, permissionsOf, tierOf } from './key-answers.ts';
import { addsUp } from './readings.ts';

/** What every rate-limit status, usage report and new webhook has to keep to by itself, whoever asked for it. */
export const everyStatus: readonly AnswerCheck[] = [
  about(
    'getRateLimit/limit-is-the-tiers',
    (answer) => (judging) => limitOfTier(answer, rateTiers(judging).tiers)(judging),
  ),
  about(
    'getRateLimit/window-is-fifteen-minutes',
    (answer) => (judging) => sameNumber(answer, '/windowMs', rateTiers(judging).windowMs)(judging),
  ),
  about('getRateLimit/used-plus-remaining-is-limit', (answer) => addsUp(answer, '')),
  about('getUsage/start-is-not-after-end', startBeforeEnd),
  about('getUsage/total-is-successful-plus-failed', totalIsSum),
  about('getUsage/quota-adds-up', (answer) => addsUp(answer, '/quota')),
  about('createApiKey/name-is-echoed', (answer) => asAsked(answer, 'name')),
  about('createApiKey/tier-is-echoed', (answer) => asAsked(answer, 'tier')),
  about('createApiKey/tier-defaults-to-free', (answer) =>
    askedBody(answer)['tier'] === undefined ? tierOf(answer) : NOTHING,
  ),
  about('createApiKey/permissions-default-to-read', (answer) =>
    askedBody(answer)['permissions'] === undefined ? permissionsOf(answer) : NOTHING,
  ),
  about('createApiKey/permissions-are-echoed', (answer) => permissionsEchoed(answer)),
  about('createApiKey/expires-after-expires-in', (answer) => expiry(answer)),
  about('createWebhook/url-is-echoed', (answer) => asAsked(answer, 'url')),
  about('createWebhook/starts-untriggered', (answer) =>
    holds(at(answer, '/lastTriggeredAt') === null, answer, {
      expected: 'lastTriggeredAt null',
      actual: at(answer, '/lastTriggeredAt'),
      at: '/lastTriggeredAt',
    }),
  ),
];

const NOTHING: Assertion = () => undefined;

function permissionsEchoed(answer: Exchange): Assertion {
  const asked = askedBody(answer)['permissions'];
  return asked === undefined ? NOTHING : permissionsOf(answer, asked);
}

function expiry(answer: Exchange): Assertion {
  const days = askedBody(answer)['expiresIn'];
  return typeof days === 'number' ? dueExpiry(answer, days) : NOTHING;
}

function about(clause: string, ask: (answer: Exchange) => Assertion): AnswerCheck {
  return onEveryAnswer({ clause, operation: clause.split('/')[0] ?? '', judge: (answer) => [ask(answer)] });
}

function limitOfTier(answer: Exchange, tiers: Readonly<Record<string, number>>): Assertion {
  const expected = tiers[textAt(answer, '/tier') ?? ''];
  return expected === undefined ? () => undefined : sameNumber(answer, '/limit', expected);
}

function sameNumber(answer: Exchange, pointer: string, expected: number): Assertion {
  const actual = numberAt(answer, pointer);
  return holds(actual === expected, answer, {
    expected: `${pointer.slice(1)} ${expected}`,
    actual: actual ?? 'none',
    at: pointer,
  });
}

function startBeforeEnd(answer: Exchange): Assertion {
  const [start = '', end = ''] = ['start', 'end'].map((name) => textAt(answer, `/period/${name}`));
  return holds(Date.parse(start) <= Date.parse(end), answer, {
    expected: 'period.start not after period.end',
    actual: `${start} to ${end}`,
    at: '/period',
  });
}

function totalIsSum(answer: Exchange): Assertion {
  const [total = Number.NaN, successful = Number.NaN, failed = Number.NaN] = ['total', 'successful', 'failed'].map(
    (name) => numberAt(answer, `/requests/${name}`),
  );
  return holds(total === successful + failed, answer, {
    expected: `total ${successful + failed}, successful and failed together`,
    actual: total,
    at: '/requests/total',
  });
}

/** A text of the request that comes back as it was; outer blanks may be trimmed. */
function asAsked(answer: Exchange, field: string): Assertion {
  const asked = askedBody(answer)[field];
  if (typeof asked !== 'string') return () => undefined;
  const actual = textAt(answer, `/${field}`);
  return holds(actual === asked || actual === asked.trim(), answer, {
    expected: `${field} ${asked}`,
    actual: actual ?? 'none',
    at: `/${field}`,
  });
}

function askedBody({ request }: Exchange): Readonly<Record<string, unknown>> {
  try {
    const body: unknown = JSON.parse(request.body ?? '');
    return isObject(body) ? body : {};
  } catch {
    return {};
  }
}
