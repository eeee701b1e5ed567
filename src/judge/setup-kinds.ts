import type { Contract } from '../contract/contract.ts';
import type { Exchange } from '../http/exchange.ts';
import type { RunHeader } from '../send/journal.ts';

/** A fault in how the target was described or reached. It says nothing about the target itself. */
export type SetupKind =
  | { readonly kind: 'no-answer'; readonly failure: string }
  /** Every request gets the same answer. */
  | {
      readonly kind: 'same-answer';
      readonly status: number;
      readonly mediaType: string;
      readonly location?: string;
      /** The address at which the contract's operations were found instead. */
      readonly instead?: string;
    }
  | {
      readonly kind: 'credential-refused';
      readonly role: string;
      readonly status: number;
      readonly operations: number;
      /** Where its requests are redirected: to a login page, for example, if a session expired. */
      readonly location?: string;
      /** All its refusals are HTML pages, which the contract does not declare. */
      readonly page?: true;
    }
  | {
      readonly kind: 'sample-refused';
      readonly sample: string;
      readonly status: number;
      readonly operations: readonly string[];
    }
  /** Operations accepted it at first, and from some request on none of them. */
  | {
      readonly kind: 'credential-ended';
      readonly role: string;
      readonly status: number;
      readonly from: number;
      readonly at?: string;
    }
  /** From some request on every request was refused or redirected, or got an HTML page that the contract does not declare. */
  | {
      readonly kind: 'shut-out';
      readonly status: number;
      readonly from: number;
      readonly at?: string;
      readonly location?: string;
      readonly page?: true;
    }
  /** From some request on only gateway errors came, or nothing at all. */
  | { readonly kind: 'stopped-answering'; readonly after: number; readonly what: string };

/** A fault of the set-up, with the exchanges that show it. */
export interface SetupFault {
  readonly id: string;
  readonly what: SetupKind;
  readonly exchanges: readonly number[];
  /** If true, no exchange says anything about the target. */
  readonly whole: boolean;
}

/** What the faults of the set-up are found from. */
export interface SetupView {
  readonly contract: Contract;
  readonly exchanges: readonly Exchange[];
  readonly header: Pick<RunHeader, 'samples' | 'vouched'>;
}

/** Makes a fault. Its id names the kind, and the credential or the sample. */
export function setupFault(what: SetupKind, exchanges: readonly Exchange[]): SetupFault {
  const names = [what.kind, 'role' in what ? what.role : '', 'sample' in what ? what.sample : ''];
  return {
    id: names.filter((name) => name !== '').join('/'),
    what,
    exchanges: exchanges.map(({ seq }) => seq),
    whole: what.kind === 'no-answer' || what.kind === 'same-answer',
  };
}
