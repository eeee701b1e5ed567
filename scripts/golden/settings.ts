import { join } from 'node:path';
import { routesOf, wrapUnder } from '../../fixtures/middleware.ts';
import type { Insider } from '../../fixtures/mutants/index.ts';
import { createShop } from '../../fixtures/second-contract/service.ts';
import { createContract } from '../../src/contract/contract.ts';
import { type LoadedDocument, loadDocument } from '../../src/contract/load.ts';
import { packageRoot } from '../../src/package.ts';
import { suiteCache } from '../../src/rules/suite.ts';
import type { Bench as Setting } from '../matrix/trial.ts';

/** The group of the second contract. */
export const SHOP = 'second-contract';

export function loadShop(): Promise<LoadedDocument> {
  return loadDocument(join(packageRoot(), 'fixtures/second-contract/openapi.yaml'));
}

/** The second contract with a service of its own: the engine without a stated check. */
export async function shopSetting(): Promise<Setting> {
  const loaded = await loadShop();
  const routes = routesOf(createContract(loaded));
  return {
    loaded,
    checks: [],
    suiteUnder: suiteCache(loaded, []),
    wrap: (service, middleware) => wrapUnder(routes, service, middleware),
    host: () => {
      const { token, fetch } = createShop();
      // A deviation knows the service by its credentials alone: this one takes no samples.
      const insider = { credentials: { token }, samples: {} } as unknown as Insider;
      const target = {
        baseUrl: 'http://shop.local',
        credentials: { token: { headers: { Authorization: `Bearer ${token}` } } },
        samples: {},
        allow: { orders: true },
        headers: {},
      };
      return { fetch, insider, target };
    },
  };
}
