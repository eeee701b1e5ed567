import type { Check } from '../check/check.ts';
import { jsonOf } from '../check/quote.ts';
import type { Violation } from '../check/verdict.ts';
import type { Clause, Contract, Subject } from '../contract/contract.ts';
import type { Listing } from '../contract/listing.ts';
import { type Operation, type ResponseDeclaration, responseFor } from '../contract/operations.ts';
import { leavingOut } from '../contract/recognise/proposal.ts';
import { documentsRefusals } from '../contract/statuses.ts';
import { defined } from '../defined.ts';
import { type Answer, type Exchange, hasSucceeded } from '../http/exchange.ts';
import { TOO_MANY_REQUESTS } from '../http/rate-headers.ts';
import type { Level } from '../schema/schema.ts';
import type { ExplorerFor } from './listing-explorer.ts';

/** What one answer shows about one clause. */
export interface ClauseObservation {
  readonly clause: string;
  readonly violation?: Violation;
  /** One such violation shows nothing if other answers hold: a proxy may have caused it. */
  readonly mayBeOfProxy?: true;
  /** JSON Pointers to where the body breaks the clause. Other clauses that read there are hidden behind this one. */
  readonly places?: readonly string[];
  /** The clause that hides this one: it is broken at a place that this one reads. */
  readonly behind?: string;
  /** The judge itself failed: our own bug, which says nothing about the target. */
  readonly bug?: string;
}

/** An exchange that was answered. */
export interface Answered extends Exchange {
  readonly outcome: Answer;
}

/** Judges every answer of an operation, whichever check sent the request. Pure. */
export interface AnswerRule {
  clauses(operation: Operation, contract: Contract): readonly Clause[];
  judge(exchange: Answered, operation: Operation, contract: Contract): readonly ClauseObservation[];
}

/** Derives clauses together with the checks that ask for them. */
export type RequestRule = (
  operation: Operation,
  contract: Contract,
  explorerFor: ExplorerFor,
) => readonly DerivedCheck[];

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
    unreadable?: string | undefined;
  },
): Clause {
  return {
    id: [operation.id, ...place].join('/'),
    level: isRefusal(facts.subject) ? refusalLevel(operation) : (facts.level ?? 'MUST'),
    text: facts.text,
    section: `${operation.method} ${operation.path}`,
    origin: 'derived',
    operation: operation.id,
    pointer: facts.pointer,
    needs: facts.needs ?? [],
    ...defined({ branch: facts.branch, subject: facts.subject, unreadable: facts.unreadable }),
  };
}

/** If a listing was only recognised by its shape, nobody promised the clause: it becomes a SHOULD that says how to drop it. */
export function asRecognised({ recognised }: Pick<Listing, 'recognised'>, clause: Clause): Clause {
  return recognised === true ? { ...clause, level: 'SHOULD', text: leavingOut(clause.text, clause.id) } : clause;
}

/** A clause about requests to an operation in general. Other derived clauses each stem from one place in the document. */
export function companionClause(
  operation: Operation,
  place: readonly string[],
  text: string,
  { pointer = `${operation.pointer}/responses`, level = 'MUST' }: { pointer?: string; level?: Level } = {},
): Clause {
  return derivedClause(operation, place, { text, pointer, level, subject: { kind: 'companion' } });
}

function isRefusal(subject: Subject | undefined): boolean {
  return subject?.kind === 'parameter' || subject?.kind === 'request-body';
}

/** The level of a refusal. A plain document without a status for bad requests does not promise any. */
export function refusalLevel({ plain, node }: Operation): Level {
  return plain === true && !documentsRefusals(node) ? 'SHOULD' : 'MUST';
}

/**
 * The declaration that an answer has to keep to. A range such as `4XX` does not bind the answer to an open request, nor to a
 * wrong or missing credential: the contract leaves open how these are refused. Nor to a 429, which a gateway may send.
 */
export function bindingDeclaration(
  { outcome, intent }: Exchange,
  operation: Operation,
): ResponseDeclaration | undefined {
  const response = outcome.kind === 'response' ? responseFor(operation, outcome.status) : undefined;
  const isRange = response?.key.toUpperCase().endsWith('XX') === true;
  const isUnforeseen = !isDescribed(intent) || (outcome.kind === 'response' && outcome.status === TOO_MANY_REQUESTS);
  return isRange && isUnforeseen ? undefined : response;
}

function isDescribed(intent: Exchange['intent']): boolean {
  return intent.kind === 'valid' || (intent.kind === 'invalid' && !intent.reject.endsWith('-credential'));
}

/** Was a request served that had to be refused, if not for its credential? The content of the answer then shows no more. */
export function isWronglyServed({ intent, outcome }: Exchange): boolean {
  return intent.kind === 'invalid' && isDescribed(intent) && hasSucceeded(outcome);
}

/** Can any caller of the suite be served? Not if each alternative asks for a role that no target file can give. */
export function canBeServed({ roles }: Operation): boolean {
  return roles.length === 0 || roles.some((needed) => needed.every((role) => role !== undefined));
}

/** A value as JSON for a message, cut if it is long. Of a text the characters between the quotes count. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = jsonOf(value) ?? typeof value;
  const { length } = typeof value === 'string' ? [...value] : text;
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}… (${length} characters)` : text;
}

/** At most this many characters of a value are shown. */
const MAX_SHOWN = 160;
