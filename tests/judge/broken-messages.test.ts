import { expect, test } from 'vitest';
import { type Middleware, wrap } from '../../fixtures/middleware.ts';
import { createReference } from '../../fixtures/reference/index.ts';
import { targetFor } from '../../scripts/matrix/trial.ts';
import { fetchTransport } from '../../src/http/in-process.ts';
import { buildReport } from '../../src/report/build.ts';
import { runSuite } from '../../src/run/run.ts';
import { allChecks } from '../../suites/index.ts';
import { loaded } from '../support/contract.ts';
import { suiteUnder } from '../support/whole-suite.ts';

/** A proxy that unpacks what it passes on, and leaves the header that says it is compressed. */
const proxy: Middleware = async (_call, next) => {
  const reply = await next();
  return reply.body === undefined ? reply : { ...reply, headers: { ...reply.headers, 'content-encoding': 'gzip' } };
};

test('a proxy that breaks every answer is one finding', async () => {
  const reference = createReference();
  const { conclusion } = await runSuite({
    loaded,
    checks: allChecks,
    suiteUnder,
    target: targetFor(reference),
    profile: { name: 'proxy', branches: {} },
    transport: fetchTransport(wrap(reference.fetch, proxy)),
  });
  expect(conclusion.causes.map(({ id }) => id)).toEqual(['service/whole-answers']);
});

const repeating =
  (name: string, again: (value: string) => string): Middleware =>
  async (_call, next) => {
    const reply = await next();
    const value = reply.headers[name];
    return value === undefined
      ? reply
      : { ...reply, headers: { ...reply.headers, [name]: `${value}, ${again(value)}` } };
  };

test.each([
  ['the same Content-Type twice', repeating('content-type', (value) => value), 'content-type stands twice: '],
  ['two Content-Types', repeating('content-type', () => 'text/html'), 'content-type stands twice: '],
])('%s in every answer is one finding', async (_, middleware, title) => {
  const reference = createReference();
  const { record, conclusion } = await runSuite({
    loaded,
    checks: allChecks,
    suiteUnder,
    target: targetFor(reference),
    profile: { name: 'any', branches: {} },
    transport: fetchTransport(wrap(reference.fetch, middleware)),
    depth: 'smoke',
  });
  expect(conclusion.causes.map(({ id }) => id)).toEqual(['service/whole-answers']);
  expect(buildReport(record, conclusion).findings.map((one) => one.title)).toEqual([expect.stringContaining(title)]);
});
