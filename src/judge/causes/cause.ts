import type { Level } from '../../schema/schema.ts';
import type { Feature } from './request-features.ts';

/** How far a cause reaches, the most general first. */
export type Scope = 'service' | 'operation' | 'schema' | 'place';

/** What kind of fault a cause is. Reports make the sentences; nothing is steered by words. */
export type CauseKind =
  /** The target follows another branch of a conflict than the declared one, or several. */
  | { readonly kind: 'conflict'; readonly conflict: string }
  /** No such route. */
  | { readonly kind: 'absent-route' }
  /** What is presented opens what it must not; nothing presented: open to anybody. */
  | { readonly kind: 'credential-accepted'; readonly presented: readonly string[] }
  /** What is presented ought to open, and is refused: always, or now and then. */
  | { readonly kind: 'credential-refused'; readonly presented: readonly string[]; readonly always: boolean }
  /** Bad requests are refused under another status than the declared one. */
  | {
      readonly kind: 'refusal-status';
      /** The kind of bad request, where it is one kind alone. */
      readonly reject?: string;
      readonly expected: readonly string[];
      readonly actual: number;
      /** Where all of them are redirected to: a login page, say. */
      readonly location?: string;
    }
  /** Valid requests are refused or fail: all of the operation, or those that have something in common. */
  | {
      readonly kind: 'valid-refused';
      readonly status: number;
      /** What the requests have that no other has; by what else they can be told from the others is not known to be innocent. */
      readonly feature?: Feature;
      readonly alternatives?: readonly Feature[];
    }
  /** A success has a status that the contract does not document. */
  | { readonly kind: 'success-status'; readonly expected: readonly string[]; readonly actual: number }
  /** Answers that were wrong come out right when the same requests are sent again, one at a time. */
  | { readonly kind: 'unsteady' }
  /** Errors are sent under the status of a success. */
  | { readonly kind: 'error-as-success'; readonly status: number }
  | { readonly kind: 'media-type'; readonly expected: string; readonly actual: string }
  /** An object that has hardly any of the members that it ought to have. */
  | { readonly kind: 'another-shape'; readonly place: string; readonly members: readonly string[] }
  /** Members are missing where they would be null, or empty. */
  | { readonly kind: 'left-out'; readonly values: 'null' | 'empty' }
  /** Members are there under names that are written in another style, `snake_case` say. */
  | { readonly kind: 'other-names'; readonly style: string }
  /** Values of one type or format are written in another way, wherever they occur. */
  | {
      readonly kind: 'spelling';
      readonly keyword: string;
      readonly expected: string;
      /** How it is written, as its type or where digits and letters stand. */
      readonly actual: string;
      /** One of the values, as it came. */
      readonly example?: string;
    }
  /** Bad values are accepted: of one parameter or member, of all of an operation, or one kind of them everywhere. */
  | {
      readonly kind: 'not-validated';
      readonly part: 'query' | 'path' | 'body';
      readonly name?: string;
      readonly keyword?: string;
    }
  /** One keyword of a schema that several operations share. */
  | { readonly kind: 'shared-schema'; readonly pointer: string }
  /** One clause, broken by itself. */
  | { readonly kind: 'clause' };

/** One fault of the target, with everything that is broken by it. */
export interface Cause {
  /** Stable: the same fault has the same id in every run and in every report. */
  readonly id: string;
  readonly nature: CauseKind;
  readonly scope: Scope;
  /** The gravest level of the clauses that it breaks. */
  readonly level: Level;
  /** The clause that speaks for it: the gravest of those that it breaks, the first of several in the document. */
  readonly lead: string;
  /** Every clause that it breaks, the lead first. */
  readonly clauses: readonly string[];
  readonly operations: readonly string[];
  /** The numbers of the exchanges that show it; the simplest request first. */
  readonly exchanges: readonly number[];
  /** The clauses that could not be judged because of it. */
  readonly hides: readonly string[];
}
