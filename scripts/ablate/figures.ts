import type { CrowdTrial } from '../crowds/trial.ts';
import type { FieldTrial } from '../fields/trial.ts';

/** What came of one service with known faults. The lists name what was not as it should be. */
export interface Figures {
  readonly faults: number;
  readonly findings: number;
  readonly requests: number;
  readonly missed: readonly string[];
  readonly misnamed: readonly string[];
  readonly surplus: readonly string[];
}

/** The figures of one service, with a mechanism switched off; '' where all are on. */
export interface Row {
  readonly mechanism: string;
  /** The kind of service: `field`, `crowd of 10`. */
  readonly kind: string;
  readonly id: string;
  readonly figures: Figures;
}

export function figuresOfField(faults: number, { missed, surplus, findings, requests }: FieldTrial): Figures {
  return {
    faults,
    findings: findings.length,
    requests,
    missed: missed.map(({ what }) => what),
    misnamed: [],
    surplus: surplus.map(({ id }) => id),
  };
}

export function figuresOfCrowd({ faults, findings, requests, missed, misnamed, surplus }: CrowdTrial): Figures {
  return { faults: faults.length, findings, requests, missed, misnamed, surplus };
}
