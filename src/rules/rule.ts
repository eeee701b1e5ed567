import type { Clause, Contract, Subject } from '../contract/contract.ts';
import type { Level } from '../schema/schema.ts';
import type { Operation } from '../contract/operations.ts';
import type { Check } from '../check/check.ts';
import { ROLE_OF_SCHEME } from '../check/target.ts';
import type { Violation } from '../check/verdict.ts';
import type { Exchange } from '../http/exchange.ts';

/** What one answer says of one derived clause. */
export interface ClauseObservation {
  readonly clause: string;
  readonly violation?: Violation;
  /** Where the body breaks it, as JSON Pointers: what is read there by other clauses is hidden behind this one. */
  readonly places?: readonly string[];
  /** The clause that hides it: a place that it reads is broken there. */
  readonly behind?: string;
  /** The judge itself failed: our own bug, which says nothing about the target. */
  readonly bug?: string;
}

/** Judges every answer of an operation, whoever asked for it. Pure. */
export interface AnswerRule {
  clauses(operation: Operation, contract: Contract): readonly Clause[];
  judge(exchange: Exchange, operation: Operation, contract: Contract): readonly ClauseObservation[];
}

/** Derives clauses together with the checks that ask for them. */
export interface RequestRule {
  derive(operation: Operation, contract: Contract): readonly DerivedCheck[];
}

export interface DerivedCheck {
  readonly clause: Clause;
  readonly checks: readonly Check[];
}

/** A clause derived from the document. `place` follows the operation's id. */
export function derivedClause(
  operation: Operation,
  place: readonly string[],
  facts: {
    text: string;
    pointer: string;
    level?: Level;
    branch?: string | undefined;
    needs?: readonly string[];
    subject?: Subject;
  },
): Clause {
  return {
    id: [operation.id, ...place].join('/'),
    level: facts.level ?? 'MUST',
    text: facts.text,
    section: `${operation.method} ${operation.path}`,
    origin: 'derived',
    operation: operation.id,
    pointer: facts.pointer,
    needs: facts.needs ?? [],
    ...(facts.branch === undefined ? {} : { branch: facts.branch }),
    ...(facts.subject === undefined ? {} : { subject: facts.subject }),
  };
}

/** Can any caller of the suite be served? Not where a role is asked for that no target file gives. */
export function canBeServed({ security }: Operation): boolean {
  return (
    security.length === 0 || security.some((schemes) => schemes.every((scheme) => ROLE_OF_SCHEME[scheme] !== undefined))
  );
}

/** A value as a reader wants to see it: JSON, cut short. */
export function show(value: unknown, limit = 160): string {
  if (value === undefined) return 'nothing';
  const text = typeof value === 'string' ? JSON.stringify(value) : (JSON.stringify(value) ?? typeof value);
  return text.length > limit ? `${text.slice(0, limit)}… (${text.length} characters)` : text;
}
