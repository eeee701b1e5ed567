import { hint, SpecError, UsageError } from '../errors.ts';
import { isObject } from '../schema/pointer.ts';
import type { ContractDocument } from './document.ts';

/** A reading: the chosen branch of each decided conflict. A conflict that is absent stays open (`any`). */
export type Choices = Readonly<Record<string, string>>;

/**
 * Applies a reading to the document. Nodes of other branches are removed, an `anyOf` or `oneOf` left with one member becomes
 * that member, and chosen nodes lose their `x-branch`. A remaining `x-branch` belongs to an open conflict.
 */
export function resolve(document: ContractDocument, choices: Choices): ContractDocument {
  assertChoices(document, choices);
  assertMarks(document);
  const { 'x-conflicts': conflicts, ...rest } = document;
  return { ...(prune(rest, choices) as ContractDocument), 'x-conflicts': conflicts };
}

/** Throws a UsageError that names the wrong conflict or branch and the known ones. */
export function assertChoices(document: ContractDocument, choices: Choices): void {
  for (const [conflict, branch] of Object.entries(choices)) {
    const branches = Object.keys(conflictNamed(document, conflict).branches);
    if (!branches.includes(branch))
      throw new UsageError(
        `conflict ${conflict} has no branch ${branch}${hint(branch, branches)}. Its branches: ${branches.join(', ')}, or any.`,
      );
  }
}

/** The conflict with this name. Throws a UsageError if there is none. */
export function conflictNamed(document: ContractDocument, conflict: string): ContractDocument['x-conflicts'][string] {
  const conflicts = document['x-conflicts'];
  const known = Object.hasOwn(conflicts, conflict) ? conflicts[conflict] : undefined;
  if (known !== undefined) return known;
  const names = Object.keys(conflicts);
  throw new UsageError(`unknown conflict ${conflict}${hint(conflict, names)}. Known: ${names.join(', ')}.`);
}

/** `conflict/branch` as an object. */
export function parseBranch(mark: string): { readonly conflict: string; readonly branch: string } {
  const [conflict = '', branch = ''] = mark.split('/');
  return { conflict, branch };
}

function prune(node: unknown, choices: Choices): unknown {
  if (Array.isArray(node)) return node.filter((item) => isKept(item, choices)).map((item) => prune(item, choices));
  if (!isObject(node)) return node;
  const entries = Object.entries(node)
    .filter(
      ([key, value]) =>
        isKept(value, choices) && !(key === 'x-branch' && typeof value === 'string' && isDecided(value, choices)),
    )
    .map(([key, value]) => [key, key === 'x-conflicts' ? value : prune(value, choices)] as const);
  return collapse(Object.fromEntries(entries), node);
}

function isDecided(mark: string, choices: Choices): boolean {
  return choices[parseBranch(mark).conflict] !== undefined;
}

function isKept(node: unknown, choices: Choices): boolean {
  const mark = isObject(node) ? node['x-branch'] : undefined;
  if (typeof mark !== 'string') return true;
  const { conflict, branch } = parseBranch(mark);
  const chosen = choices[conflict];
  return chosen === undefined || chosen === branch;
}

/**
 * Replaces a union by its only member, but only if resolving removed others: a union written with one member stays. If the
 * union had just a description beside it, that is dropped: the member has its own.
 */
function collapse(node: Readonly<Record<string, unknown>>, before: Readonly<Record<string, unknown>>): unknown {
  for (const keyword of ['anyOf', 'oneOf']) {
    const [members, original] = [node[keyword], before[keyword]];
    if (!Array.isArray(members) || !Array.isArray(original)) continue;
    if (members.length !== 1 || original.length === 1) continue;
    const { [keyword]: _thinned, ...siblings } = node;
    if (Object.keys(siblings).every((key) => key === 'description')) return members[0];
    const allOf = Array.isArray(siblings['allOf']) ? siblings['allOf'] : [];
    return { ...siblings, allOf: [...allOf, members[0]] };
  }
  return node;
}

function assertMarks(document: ContractDocument): void {
  const marks = new Set<string>();
  collectMarks(document, marks);
  for (const mark of marks) {
    const { conflict, branch } = parseBranch(mark);
    if (document['x-conflicts'][conflict]?.branches[branch] === undefined)
      throw new SpecError(`spec/openapi.yaml: x-branch ${mark} names no declared conflict and branch.`);
  }
}

function collectMarks(node: unknown, marks: Set<string>): void {
  if (Array.isArray(node)) for (const item of node) collectMarks(item, marks);
  if (!isObject(node)) return;
  if (typeof node['x-branch'] === 'string') marks.add(node['x-branch']);
  for (const value of Object.values(node)) collectMarks(value, marks);
}
