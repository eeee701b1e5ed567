import { mapMembers } from '../defined.ts';
import { UsageError } from '../errors.ts';
import { atPointer, isObject, joinPointer, withPointer } from '../schema/pointer.ts';
import { follow } from '../schema/reference.ts';
import type { Proposal } from './recognise/proposal.ts';

/** An action of an OpenAPI Overlay 1.0: https://spec.openapis.org/overlay/v1.0.0.html. */
export interface Action {
  readonly target: string;
  readonly update?: unknown;
  readonly remove?: boolean;
  /** Where the action stands, for error messages. */
  readonly place: string;
}

const FIELDS = ['target', 'description', 'update', 'remove'];

/** Reads an Overlay. Throws a UsageError with the place of a fault. `place` turns a pointer into words. */
export function readOverlay(value: unknown, place: (pointer: string) => string): readonly Action[] {
  const fail = (pointer: string, what: string): never => {
    throw new UsageError(`${place(pointer)}: ${what}.`);
  };
  const { overlay, actions } = isObject(value)
    ? value
    : fail('', 'an Overlay has to be a mapping with overlay, info and actions');
  if (!/^1\.\d+\.\d+$/u.test(String(overlay)))
    fail('/overlay', 'write overlay: 1.0.0, the version of the Overlay Specification');
  if (!Array.isArray(actions) || actions.length === 0)
    return fail('/actions', 'give a list of actions, each with target and update');
  return actions.map((action: unknown, index) => {
    const at = joinPointer('', 'actions', index);
    if (!isObject(action) || typeof action['target'] !== 'string')
      return fail(at, 'an action needs a target, a JSONPath');
    const unknown = Object.keys(action).find((key) => !FIELDS.includes(key) && !key.startsWith('x-'));
    if (unknown !== undefined) fail(joinPointer(at, unknown), `an action has ${FIELDS.join(', ')}, and no ${unknown}`);
    if (action['update'] === undefined && action['remove'] !== true)
      fail(at, 'an action needs update, or remove: true');
    const [target, where] = [action['target'], place(joinPointer(at, 'target'))];
    if (segmentsOf(target, where).length === 0 && action['remove'] === true)
      fail(at, 'the whole document cannot be removed');
    return { target, update: action['update'], remove: action['remove'] === true, place: where };
  });
}

/** The document with the actions applied in their order. */
export function applied<T extends object>(document: T, actions: readonly (Action | Proposal)[]): T {
  return actions.reduce<T>((changed, action) => {
    const where = 'place' in action ? action.place : action.target;
    const pointer = pointerOf(changed, segmentsOf(action.target, where), where);
    const node = atPointer(changed, pointer);
    const isRemoved = 'remove' in action && action.remove === true;
    return withPointer(changed, pointer, isRemoved ? undefined : updated(node, action.update, where)) as T;
  }, document);
}

const SEGMENT = /\.(?<name>[A-Za-z_][\w-]*)|\[(?<quote>['"])(?<quoted>(?:\\.|(?!\k<quote>)[^\\])*)\k<quote>\]/uy;

/** The names in a JSONPath (RFC 9535). It must have only names, so that it selects one node; else throws a UsageError. */
function segmentsOf(target: string, place: string): readonly string[] {
  const path = target.startsWith('$') ? target.slice(1) : undefined;
  const found = [...(path ?? '').matchAll(new RegExp(SEGMENT, 'guy'))];
  if (path === undefined || found.map(([text]) => text).join('') !== path)
    throw new UsageError(
      `${place}: the target ${target} is more than a path of names; write one action for each node, such as $.paths['/things'].get.`,
    );
  return found.map(({ groups }) => groups?.['name'] ?? (groups?.['quoted'] ?? '').replaceAll(/\\(.)/gu, '$1'));
}

/** The pointer to the node that the names lead to. References are followed. */
function pointerOf(document: object, segments: readonly string[], place: string): string {
  return segments.reduce((pointer, name) => {
    const below = joinPointer(pointer, name);
    const node = atPointer(document, below);
    if (node === undefined || node === null)
      throw new UsageError(`${place}: the document has nothing at ${below}; correct the target, or remove the action.`);
    return follow(document, node, below).pointer;
  }, '');
}

/** A list gets the update as a further entry. A mapping merges with it: inside, lists join and other values are replaced. */
function updated(node: unknown, update: unknown, place: string): unknown {
  if (Array.isArray(node)) return [...(node as unknown[]), update];
  if (!isObject(node) || !isObject(update))
    throw new UsageError(`${place}: the target has to be a mapping and update one too, or the target a list.`);
  return merged(node, update);
}

function merged(node: unknown, update: unknown): unknown {
  if (Array.isArray(node) && Array.isArray(update)) return [...(node as unknown[]), ...(update as unknown[])];
  if (!isObject(node) || !isObject(update)) return update;
  return { ...node, ...mapMembers(update, (value, key) => merged(node[key], value)) };
}

/** Proposals as an Overlay that any tool can apply. */
export function overlayOf(title: string, proposals: readonly Proposal[]): object {
  return {
    overlay: '1.0.0',
    info: { title: `What the shape of ${title} suggests`, version: '1.0.0' },
    actions: proposals.map(({ target, update, reason, confidence }) => ({
      target,
      description: `${confidence}: ${reason}.`,
      update,
    })),
  };
}
