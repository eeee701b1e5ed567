import { operationOf, type Tools } from '../src/check/index.ts';

/** How many requests each tier has within one window: `x-rate-limits` of the document. */
export interface RateTiers {
  readonly windowMs: number;
  readonly tiers: Readonly<Record<string, number>>;
}

export function rateTiers({ contract }: Pick<Tools, 'contract'>): RateTiers {
  return (operationOf(contract, 'getRateLimit').node as unknown as { readonly 'x-rate-limits': RateTiers })[
    'x-rate-limits'
  ];
}
