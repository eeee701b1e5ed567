import type { TargetFlags } from '../config/target.ts';
import type { ConnectionFlags, PaceFlags } from './connection.ts';
import type { GateFlags } from './gating.ts';
import type { PipelineFlags } from './pipeline-options.ts';

/** What says which run it is: against what, how fast, what of it, and what fails it. */
export interface OnceFlags extends TargetFlags, ConnectionFlags, PaceFlags, PipelineFlags, GateFlags {
  readonly failed?: string;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly only?: readonly string[];
  readonly exclude?: readonly string[];
  readonly strict?: boolean;
  readonly requireComplete?: boolean;
  readonly seed?: number;
  readonly report?: string;
  readonly replay?: string;
}
