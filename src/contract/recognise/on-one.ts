import { defined } from '../../defined.ts';
import type { ContractDocument } from '../document.ts';
import { itemAt } from '../path-names.ts';
import { detailOf, operationsIn, type Place } from './proposal.ts';
import { descriptionOf, isFlag } from './shape.ts';
import { isUpdate, shownBy } from './thing.ts';

export interface OnOne {
  readonly reads: Place | undefined;
  readonly changes: readonly Place[];
  readonly deletes: Place | undefined;
  readonly actions: readonly Action[];
}

/** A POST below an item that answers with the item, such as `/things/{id}/close`, or `/things/{id}:close` (AIP-136). */
interface Action {
  readonly place: Place;
  /** Flags and listed values that the action and GET show. */
  readonly states: readonly string[];
  /** By place, of listed values the one that is named after the action, and that its description names, too. */
  readonly becomes: Readonly<Record<string, string>>;
  /** The status that a second one gets, if the document says so. */
  readonly refusals: readonly string[];
}

/** The operations that read, change, delete and act on one item. A change is seen only if the item can be read. */
export function operationsOnOne(document: ContractDocument, path: string, id: string): OnOne {
  const detail = detailOf(document, path)?.path;
  const all = operationsIn(document);
  const below = all.filter(({ key }) => key === detail);
  const by = (...methods: readonly string[]) => below.find(({ method }) => methods.includes(method));
  const reads = by('get');
  const opens = reads !== undefined && shownBy(document, reads.node).has(id);
  if (!opens) return { reads: undefined, changes: [], deletes: by('delete'), actions: [] };
  const usual = below.filter(({ method }) => ['patch', 'put'].includes(method));
  const changes =
    usual.length > 0
      ? usual
      : below.filter(({ node, ...place }) => isUpdate(document, node, place) && shownBy(document, node).has(id));
  const actions = all.flatMap((place) => actionOf(document, place, reads, id));
  return { reads, changes, deletes: by('delete'), actions };
}

function actionOf(document: ContractDocument, place: Place, reads: Place, id: string): readonly Action[] {
  const { method, path, node } = place;
  const verb = path.slice(reads.path.length);
  // What is read there, or has ids below it, is a thing or a collection of its own.
  const isNoun = itemAt(document, path)?.['get'] !== undefined || detailOf(document, path) !== undefined;
  const isBelow = path.startsWith(reads.path) && /^[/:][a-z][\w-]*$/iu.test(verb) && !isNoun;
  if (method !== 'post' || !isBelow || node.responses['200'] === undefined) return [];
  const [shown, opened] = [node, reads.node].map((one) => shownBy(document, one));
  if (shown?.has(id) !== true) return [];
  const states = [...shown].filter(([name, own]) => opened?.has(name) && (isFlag(own) || own.enum !== undefined));
  const done = doneBy(verb.slice(1));
  const isOnce = doneBefore(done).test(descriptionOf(document, node, '409'));
  const words = [node.summary, node.description, descriptionOf(document, node, '200')].join(' ').split(/[^\w-]+/u);
  const becomes = states.flatMap(([name, own]) => {
    const values = (own.enum ?? []).filter((one) => new RegExp(`^${done}$`, 'iu').test(String(one)));
    const isNamed = words.some((word) => word.toLowerCase() === String(values[0]).toLowerCase());
    return values.length === 1 && isNamed ? [[`/${name}`, String(values[0])] as const] : [];
  });
  const refusals = isOnce ? ['409'] : [];
  return [{ place, states: states.map(([name]) => name), becomes: Object.fromEntries(becomes), refusals }];
}

/** A pattern for what something is after an action: `closed` for `close`. */
function doneBy(action: string): string {
  const [verb = ''] = action.split(/[^a-z]/iu);
  return `${verb.replace(/(?<=\w{2})[ey]$/iu, '')}\\w*`;
}

/** Words for what was done before: `is closed already`, `has already been closed`, `cannot be closed twice` of `close`. */
function doneBefore(done: string): RegExp {
  const forms = [
    String.raw`\balready\b[^.;]{0,20}\b${done}`,
    String.raw`\b(?:is|are|was|were|been)\s+${done}\s+(?:already|before)\b`,
    String.raw`\b${done}\s+(?:twice|only once)\b`,
  ];
  return new RegExp(forms.join('|'), 'iu');
}

/** The same, as parts of `x-resource`. `takenBy`: what a change must not take from another. */
export function operationsPart({ reads, changes, actions }: OnOne, takenBy: (change: Place) => readonly string[]) {
  const refs = changes.map((one) => ({
    ...operationRef(one),
    ...takenPart(takenBy(one)),
    ...(keepsRest(one) && { partial: true }),
  }));
  const [changed, ...others] = refs;
  return defined({
    reads: reads && operationRef(reads),
    changes: others.length > 0 ? refs : changed,
    actions: reads && actions.length > 0 ? actions.map((one) => actionRef(one, reads)) : undefined,
  });
}

function operationRef({ node, path }: Place): { readonly operation: string; readonly path: string } {
  return { operation: node.operationId, path: path.slice(path.lastIndexOf('{') + 1, -1) };
}

/** Words for what a change leaves as it was. */
const KEEPS_REST =
  /\b(?:not (?:provided|given|sent|passed|included|specified|present|named)|omitted|missing|absent)\b[^.;]*\b(?:unchanged|untouched|as (?:it|they) (?:is|are|was|were)|not (?:be )?changed)\b/iu;

/** Do the words of a POST say that it leaves what it does not name? */
export function keepsRest({ method, node: { summary = '', description = '' } }: Place): boolean {
  return method === 'post' && KEEPS_REST.test(`${summary}. ${description}`);
}

function takenPart(taken: readonly string[]) {
  return taken.length === 0 ? {} : { taken };
}

function actionRef({ place, states, becomes, refusals }: Action, reads: Place): object {
  const { path } = operationRef(reads);
  return {
    operation: place.node.operationId,
    path,
    states: states.map((name) => `/${name}`),
    ...(Object.keys(becomes).length === 0 ? {} : { becomes }),
    ...(refusals.length === 0 ? {} : { refusals }),
  };
}
