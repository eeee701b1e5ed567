import type { Feature } from './request-features.ts';

/** What a cause affects, the most general first. */
export type Scope = 'service' | 'operation' | 'schema' | 'place';

/** The kind of fault that a cause is. Reports turn it into sentences. */
export type CauseKind =
  /** The target follows several branches of a conflict, or another one than declared. */
  | { readonly kind: 'conflict'; readonly conflict: string }
  /** The operation does not exist. */
  | { readonly kind: 'absent-route' }
  /** These credentials open what they must not. None: it is open to anybody. */
  | { readonly kind: 'credential-accepted'; readonly presented: readonly string[] }
  /** These credentials are refused, always or now and then, though they should be accepted. */
  | { readonly kind: 'credential-refused'; readonly presented: readonly string[]; readonly always: boolean }
  /** Bad requests are refused with another status than the declared one. */
  | {
      readonly kind: 'refusal-status';
      /** The kind of bad request, if there is only one. */
      readonly reject?: string;
      readonly expected: readonly string[];
      readonly actual: number;
      /** The place that all of them are redirected to, such as a login page. */
      readonly location?: string;
    }
  /** Valid requests are refused or fail: all those of the operation, or those that share a feature. */
  | {
      readonly kind: 'valid-refused';
      readonly status: number;
      /** What only these requests have. The alternatives distinguish them as well, so any of these may be the cause. */
      readonly feature?: Feature;
      readonly alternatives?: readonly Feature[];
    }
  /** A success has a status that the contract does not document. */
  | { readonly kind: 'success-status'; readonly expected: readonly string[]; readonly actual: number }
  /** Answers that were wrong are right when the same requests are sent again, one at a time. */
  | { readonly kind: 'unsteady' }
  /** Errors are sent with the status of a success. */
  | { readonly kind: 'error-as-success'; readonly status: number }
  | { readonly kind: 'media-type'; readonly expected: string; readonly actual: string }
  /** An object lacks most of its required members. */
  | { readonly kind: 'another-shape'; readonly place: string; readonly members: readonly string[] }
  /** Members are left out if they would be null, or empty. */
  | { readonly kind: 'left-out'; readonly values: 'null' | 'empty' }
  /** The names of members are written in another style, such as `snake_case`. */
  | { readonly kind: 'other-names'; readonly style: string }
  /** Values of one type or format are written in another way in most places. */
  | {
      readonly kind: 'spelling';
      readonly keyword: string;
      readonly expected: string;
      /** The JSON type of the value, or the pattern of its digits and letters. */
      readonly actual: string;
      /** One of the values, as received. */
      readonly example?: string;
    }
  /** Bad values are accepted: of one parameter or member, of a whole operation, or of one kind everywhere. */
  | {
      readonly kind: 'not-validated';
      readonly part: 'query' | 'path' | 'body';
      readonly name?: string;
      readonly keyword?: string;
    }
  /** One keyword of a schema that several operations share is broken. */
  | { readonly kind: 'shared-schema'; readonly pointer: string }
  /** One clause is broken by itself. */
  | { readonly kind: 'clause' };

/** One fault of the target, with everything that it breaks. */
export interface Cause {
  /** Stable: the same fault has the same id in every run and in every report. */
  readonly id: string;
  readonly nature: CauseKind;
  readonly scope: Scope;
  /** The clause that represents it in reports: by default the strictest and most basic one that it breaks. */
  readonly lead: string;
  /** Every clause that it breaks, the lead first. */
  readonly clauses: readonly string[];
  readonly operations: readonly string[];
  /** The numbers of the exchanges that show it, those that break the lead first. */
  readonly exchanges: readonly number[];
  /** The clauses that cannot be judged because of it. */
  readonly hides: readonly string[];
}
