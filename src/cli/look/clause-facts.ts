import { existsSync } from 'node:fs';
import { join, relative, resolve as resolvePath } from 'node:path';
import { allMutants } from '../../../fixtures/mutants/index.ts';
import { type Check, checkId } from '../../check/check.ts';
import { type Target, unmetNeed } from '../../check/target.ts';
import { conflictOfClause } from '../../contract/clause-id.ts';
import type { Clause, Conflict } from '../../contract/contract.ts';
import type { LoadedDocument } from '../../contract/load.ts';
import { isRecognised } from '../../contract/recognise/proposal.ts';
import { parseBranch } from '../../contract/resolve.ts';
import { present } from '../../defined.ts';
import { isWithin } from '../../files.ts';
import { packageRoot } from '../../package.ts';
import { placesIn } from '../../report/places.ts';
import type { Suite } from '../../rules/suite.ts';
import { needsOf, ownNeeds } from './needs.ts';

/** A fact about a clause: its label and its text. */
export type Fact = readonly [name: string, value: string];

/** A path as the user sees it. Files of this package are shown relative to it, because it may be in a cache. */
function shownPath(path: string, cwd: string): string {
  if (isWithin(cwd, path)) return relative(cwd, path);
  return isWithin(packageRoot(), path) ? `conform-contract/${relative(packageRoot(), path)}` : path;
}

export function placeFacts(clause: Clause, { clauses }: Suite, loaded: LoadedDocument, cwd: string): readonly Fact[] {
  const { id, level, section, pointer, unobservable, unreadable } = clause;
  const { file, line } = placesIn(loaded, clauses, cwd)(id) ?? { file: loaded.path, line: 1 };
  const path = [join(packageRoot(), file), resolvePath(cwd, file)].find((one) => existsSync(one)) ?? file;
  return present<Fact>(
    ['level', `${level}: ${LEVELS[level]}`],
    ['origin', originOf(clause)],
    ['contract', section],
    [
      'document',
      `${shownPath(path, cwd)}:${line} (${isRecognised(clause.text) ? pointer.replace(/\/x-.*$/u, '') : pointer})`,
    ],
    unobservable !== undefined && ['no check', `a client cannot see it: ${unobservable}`],
    unreadable !== undefined && ['no check', `it cannot be judged: ${unreadable}`],
  );
}

/** What the clause was made from. */
function originOf({ origin, pointer, subject, text }: Clause): string {
  if (isRecognised(text)) return 'recognised by names in the contract document, which does not state it';
  if (origin === 'stated') return 'stated by the contract in words';
  const extension = /\/(?<name>x-(?:listing|resource|conflicts))(?:\/|$)/u.exec(pointer)?.groups?.['name'];
  if (extension !== undefined) return `derived from ${extension} in the contract document`;
  if (subject?.kind === 'credential') return 'derived from the credentials that the contract document asks for';
  return ['answer', 'parameter', 'request-body'].includes(subject?.kind ?? '')
    ? 'derived from the contract document, keyword by keyword'
    : 'derived by a rule that holds for every operation of the contract document';
}

const LEVELS: Readonly<Record<Clause['level'], string>> = {
  MUST: 'a breach is a violation',
  SHOULD: 'a breach is a warning, and a violation with --strict',
  MAY: 'never counted against a target',
};

const EMPTY_TARGET: Target = { baseUrl: '', credentials: {}, samples: {}, allow: {}, headers: {} };

/** What the clause needs, and how a user provides it. */
export function needFacts(clause: Clause, suite: Suite): readonly Fact[] {
  const own = ownNeeds(clause, suite);
  const facts = needsOf(clause, suite).map((need): Fact => {
    const remedy = unmetNeed(EMPTY_TARGET, need, suite.contract.roles)?.remedy ?? 'nothing to give';
    return ['needs', `${need}: ${own.includes(need) ? '' : 'for requests that are meant to succeed: '}${remedy}`];
  });
  return facts.length === 0 ? [['needs', 'nothing beyond the base URL']] : facts;
}

export function checkFacts(clause: Clause, suite: Suite): readonly Fact[] {
  const checks = suite.checks.filter((check) => check.clause === clause.id);
  if (checks.length > 0) return checks.map((check) => ['check', describeCheck(check)]);
  if (clause.unobservable !== undefined || clause.unreadable !== undefined) return [];
  if (clause.origin === 'stated') return [['check', 'none under this profile']];
  const ofOperation = clause.operation === undefined ? '' : ` of ${clause.operation}`;
  return [['check', `judged on every answer${ofOperation}, whoever asked`]];
}

function describeCheck(check: Check): string {
  return `${checkId(check)}, from depth ${check.depth ?? 'smoke'} on${check.once === true ? ', never repeated' : ''}`;
}

/** The mutants of the reference service that violate the clause. */
export function mutantFacts({ id }: Clause, loaded: LoadedDocument): readonly Fact[] {
  const mutants = allMutants(loaded).filter(({ violates }) => violates === id);
  return mutants.map((one): Fact => ['mutant', `${one.id}: ${one.because}`]);
}

export function conflictFacts({ id, branch }: Clause, suite: Suite): readonly Fact[] {
  const ownBranch = branch === undefined ? undefined : parseBranch(branch);
  const conflict = suite.contract.conflicts.get(conflictOfClause(id) ?? ownBranch?.conflict ?? '');
  if (conflict === undefined) return [];
  const branches = branchFacts(conflict, ownBranch?.branch, suite.contract.choices[conflict.id]);
  return [['conflict', `${conflict.id}: ${conflict.question}`], ...branches];
}

function branchFacts(conflict: Conflict, own: string | undefined, chosen: string | undefined): readonly Fact[] {
  return Object.entries(conflict.branches).map(([id, { means, 'stated-by': statedBy }]) => {
    const notes = present(id === own && 'this clause holds here', id === chosen && 'chosen by the profile');
    return ['branch', `${id}${notes.length === 0 ? '' : ` (${notes.join('; ')})`}: ${means} Stated by ${statedBy}.`];
  });
}
