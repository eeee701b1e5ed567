import { type CheckContext, operationOf } from '../src/check/index.ts';

/** How many requests each tier has within one window: `x-rate-limits` of the document. */
export interface RateTiers {
  readonly windowMs: number;
  readonly tiers: Readonly<Record<string, number>>;
}

export function rateTiers({ contract }: Pick<CheckContext, 'contract'>): RateTiers {
  return (operationOf(contract, 'getRateLimit').node as unknown as { readonly 'x-rate-limits': RateTiers })[
    'x-rate-limits'
  ];
}
