import type { Contract } from '../contract/contract.ts';
import type { Exchange } from '../http/exchange.ts';
import type { RunHeader } from '../send/journal.ts';

/** What is wrong with how the target was described or reached; it says nothing about the target. */
export type SetupKind =
  | { readonly kind: 'no-answer'; readonly failure: string }
  /** Whatever is asked, the answer is the same one. */
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
      /** Where its requests are sent instead: to a login page, say, which is how an expired session is told. */
      readonly location?: string;
      /** All its refusals are HTML pages, which the contract does not have. */
      readonly page?: true;
    }
  | {
      readonly kind: 'sample-refused';
      readonly sample: string;
      readonly status: number;
      readonly operations: readonly string[];
    }
  /** It opened its operations, and from some request on none of them. */
  | {
      readonly kind: 'credential-ended';
      readonly role: string;
      readonly status: number;
      readonly from: number;
      readonly at?: string;
    }
  /** From some request on everybody was turned away, or sent elsewhere. */
  | {
      readonly kind: 'shut-out';
      readonly status: number;
      readonly from: number;
      readonly at?: string;
      readonly location?: string;
    }
  /** From some request on there came nothing but the same error, or nothing at all. */
  | { readonly kind: 'stopped-answering'; readonly after: number; readonly what: string };

/** One of these, with the exchanges that tell it. */
export interface SetupFault {
  readonly id: string;
  readonly what: SetupKind;
  readonly exchanges: readonly number[];
  /** True: nothing that was seen says anything about the target. */
  readonly whole: boolean;
}

/** What the set-up of a run is, as far as its record tells. */
export interface SetupView {
  readonly contract: Contract;
  readonly exchanges: readonly Exchange[];
  readonly header: Pick<RunHeader, 'samples' | 'vouched'>;
}

/** A fault of the set-up; its id names the credential or the sample. */
export function setupFault(what: SetupKind, exchanges: readonly Exchange[]): SetupFault {
  const names = [what.kind, 'role' in what ? what.role : '', 'sample' in what ? what.sample : ''];
  return {
    id: names.filter((name) => name !== '').join('/'),
    what,
    exchanges: exchanges.map(({ seq }) => seq),
    whole: what.kind === 'no-answer' || what.kind === 'same-answer',
  };
}
