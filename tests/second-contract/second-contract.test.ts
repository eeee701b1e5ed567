import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { routesOf, wrapUnder } from '../../fixtures/middleware.ts';
import { answerMutants } from '../../fixtures/mutants/derived-answers.ts';
import { invariantMutants } from '../../fixtures/mutants/derived-invariants.ts';
import { requestMutants } from '../../fixtures/mutants/derived-requests.ts';
import { resourceMutants } from '../../fixtures/mutants/derived-resources.ts';
import type { Insider } from '../../fixtures/mutants/index.ts';
import { mutant, ofOneOperation } from '../../fixtures/mutants/mutant.ts';
import { createShop } from '../../fixtures/second-contract/service.ts';
import { inPart } from '../../scripts/gate/part.ts';
import { type Bench, tryMutant } from '../../scripts/matrix/trial.ts';
import type { Target } from '../../src/check/target.ts';
import { createContract } from '../../src/contract/contract.ts';
import { loadDocument } from '../../src/contract/load.ts';
import { fetchTransport } from '../../src/http/in-process.ts';
import { packageRoot } from '../../src/package.ts';
import { buildReport } from '../../src/report/build.ts';
import { suiteCache } from '../../src/rules/suite.ts';
import { runSuite } from '../../src/run/run.ts';
import { runConformance } from '../../src/run-conformance.ts';

/** The engine on a contract of another field: nothing but its document, its companion and a service. */
const loaded = await loadDocument(join(packageRoot(), 'fixtures/second-contract/openapi.yaml'));
const contract = createContract(loaded);
const routes = routesOf(contract);
const suiteUnder = suiteCache(loaded, []);

function targetOf(token: string): Target {
  return {
    baseUrl: 'http://shop.local',
    credentials: { token: { headers: { Authorization: `Bearer ${token}` } } },
    samples: {},
    allow: { orders: true },
    headers: {},
  };
}

const bench: Bench = {
  loaded,
  checks: [],
  suiteUnder,
  host: () => {
    const { token, fetch } = createShop();
    // A deviation knows the service by its credentials alone: this one takes no samples.
    const insider = { credentials: { token }, samples: {} } as unknown as Insider;
    return { fetch, insider, target: targetOf(token) };
  },
  wrap: (service, middleware) => wrapUnder(routes, service, middleware),
};

/** What falls with them: the listing shows the same orders, and an order that is none, or has no id, is missing there. */
const ALSO: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^listOrders\/200\/orders\/items\/(?:type|id\/required)$/u, ['listOrders/pages-hold-total']],
  [/^getOrder\/200\/id\/(?:type|format)$/u, ['getOrder/listed-id-resolves']],
  [/^listOrders\/shipped-after-placed$/u, ['listOrders/sort-by-placed']],
  [/^listOrders\/(?:lists-placed|drops-cancelled)-orders$/u, ['listOrders/pages-hold-total']],
  [/^listOrders\/follows-every-change$/u, ['listOrders/pages-hold-total', 'listOrders/pages-do-not-overlap']],
];

/** What this one service never says, so that a deviation of it is none: an account of a company, and fields that are wrong where no request is. */
const NEVER_SAID = /^getAccount\/200\/vat\/(?:required|type)|\/40[14]\/fields\/items\//u;

/** A member that creation answered with, and that the list has no longer. */
const unkept = mutant({
  violates: 'listOrders/lists-placed-orders',
  variant: 'without-note',
  because: 'the list leaves the note out',
  patch: () => async (call, next) => {
    const reply = await next();
    if (call.operation !== 'listOrders' || reply.status !== 200) return reply;
    const page = reply.body as { readonly orders: readonly Readonly<Record<string, unknown>>[] };
    return { ...reply, body: { ...page, orders: page.orders.map(({ note: _note, ...order }) => order) } };
  },
});

const mutants = [
  unkept,
  ...answerMutants(contract),
  ...requestMutants(contract, {}),
  ...invariantMutants(contract),
  ...resourceMutants(contract),
]
  .filter(({ violates }) => !NEVER_SAID.test(violates))
  .map((one) => ({
    ...ofOneOperation(one),
    alsoBreaks: [
      ...one.alsoBreaks,
      ...ALSO.filter(([pattern]) => pattern.test(one.violates)).flatMap(([, clauses]) => clauses),
    ],
  }));

describe('a second contract', () => {
  test('is met by its own service, with nothing broken and no MUST left open', async () => {
    const shop = createShop();
    const { record, conclusion } = await runSuite({
      loaded,
      checks: [],
      suiteUnder,
      target: targetOf(shop.token),
      profile: { name: 'any', branches: {} },
      transport: fetchTransport(shop.fetch),
    });
    const report = buildReport(record, conclusion);
    expect(report.findings).toEqual([]);
    expect(report.clauses.filter(({ verdict }) => verdict === 'inconclusive')).toEqual([]);
    expect(report.outcome.exitStatus).toBe(0);
    expect(report.clauses.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(150);
  });

  test('is run from a program as well', async () => {
    const { token, fetch } = createShop();
    const { credentials } = targetOf(token);
    const { report } = await runConformance({
      document: loaded.path,
      fetch,
      target: { credentials },
      only: ['getOrder'],
    });
    expect(report.findings).toEqual([]);
    expect(report.clauses.find(({ id }) => id === 'getOrder/number/unknown')?.verdict).toBe('pass');
  });

  test('has roles and permissions of its own', () => {
    expect(contract.roles.map(({ role, variable }) => [role, variable])).toEqual([['token', 'SHOP_TOKEN']]);
  });

  test('has mutants of its own, from its document alone', () => {
    expect(mutants.length).toBeGreaterThan(100);
    expect(new Set(mutants.map(({ id }) => id)).size).toBe(mutants.length);
  });
});

describe('every mutant of the second contract', () => {
  test.each(inPart(mutants, 1 / 6, ({ id }) => id))(
    '$id is killed by its own clause, and breaks nothing beside',
    async (mutant) => {
      const { killed, verdict, reason, undeclared } = await tryMutant(bench, mutant);
      expect({ killed, verdict, reason, undeclared }).toMatchObject({ killed: true, undeclared: [] });
    },
  );
});
