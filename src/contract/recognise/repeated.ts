import type { Schema } from '../../schema/schema.ts';
import { VALUES_REFUSED } from '../../semantics.ts';
import type { ContractDocument, OperationNode, ParameterNode } from '../document.ts';
import { GENERAL_KEYS } from '../statuses.ts';
import { distinctIn, isLikeDate, UNIQUE } from './distinct.ts';
import type { OnOne } from './on-one.ts';
import type { Place } from './proposal.ts';
import { descriptionOf, formsOf, type Members, plainName } from './shape.ts';
import { shownBy, thingOf, thingSentTo } from './thing.ts';

/** What a document says of a second deletion that may succeed as well, or of a deletion that is none yet. */
const REPEATABLE = /idempot|already|again|twice|repeat|no effect|no-op|regardless|soft|archiv|trash|restor|undelet/iu;

/** A second deletion is judged if the first one is final by the document, and an unknown id gets 404 or 410. */
export function againOf(document: ContractDocument, deletes: Place | undefined): readonly 'again'[] {
  if (stays(document, deletes)) return [];
  const { description = '', summary = '', responses = {} } = deletes?.node ?? {};
  const [first, ...others] = Object.keys(responses).filter((key) => /^[2d]/u.test(key));
  const isFinal = (first === '204' || first === '200') && others.length === 0;
  const knowsMissing = responses['404'] !== undefined || responses['410'] !== undefined;
  const texts = JSON.stringify([description, summary, responses]);
  return isFinal && knowsMissing && (!REPEATABLE.test(texts) || GONE.test(texts)) ? ['again'] : [];
}

/** Words for what was deleted and is not found any more. */
const GONE = /\bdeleted\b[^.;]*\b(?:not found|404|410|no longer)\b/iu;

/** Listed values of a thing that stays and is over. */
const OVER = /^(?:deleted|removed|trashed|archived|cancell?ed|revoked|terminated|closed|ended|inactive|disabled)$/iu;

/** Words for what removes a thing. */
const REMOVES = /delet|remov|destroy|eras/iu;

/**
 * Does a deletion answer with the thing, which has a listed value for being over? Then it may stay with this value: if the words
 * name it, or if they only cancel, close or end the thing.
 */
function stays(document: ContractDocument, deletes: Place | undefined): boolean {
  if (deletes === undefined) return false;
  const { operationId, summary = '', description = '' } = deletes.node;
  const words = `${operationId} ${summary} ${description} ${descriptionOf(document, deletes.node, '200')}`;
  const mayStay = (value: string) =>
    OVER.test(value) &&
    (REMOVES.test(value) || !REMOVES.test(words) || words.toLowerCase().includes(value.toLowerCase()));
  return [...shownBy(document, deletes.node).values()].some(
    ({ enum: values = [] }) => values.length > 1 && values.map(String).some(mayStay),
  );
}

/** Members that say of a thing that, or when, it was deleted; and parameters that ask for such things, too. */
const DELETED = /^(?:is|soft)?deleted?(?:at|on|time|date)?$/u;
const WITH_DELETED = /^(?:show|include|with)(?:soft)?(?:deleted|trashed)$/u;

/**
 * What shows a deletion: the list no longer has the thing, it no longer opens. A thing that may stay as a deleted one is listed
 * only if that is asked for, and opens unless the words of `reads` say that it does not. So does one of which a form of its own
 * is left. Nothing shows the deletion of what stays with another value.
 */
export function lossesOf(
  document: ContractDocument,
  query: readonly ParameterNode[],
  members: Members,
  { reads, deletes }: Pick<OnOne, 'reads' | 'deletes'>,
): readonly ('dropped' | 'gone')[] {
  if (stays(document, deletes)) return [];
  const { description = '', responses = {} } = reads?.node ?? {};
  const [mayBeListed = false, ...mayOpen] = [members, ...(reads === undefined ? [] : formsShown(document, reads))].map(
    (form) => [...form.keys()].some((name) => DELETED.test(plainName(name))),
  );
  const isDropped = !mayBeListed || query.some(({ name }) => WITH_DELETED.test(plainName(name)));
  const isGone = !(mayBeListed || mayOpen.includes(true)) || GONE.test(JSON.stringify([description, responses]));
  return [...(isDropped ? (['dropped'] as const) : []), ...(isGone ? (['gone'] as const) : [])];
}

/** The members of each form in which GET may show a thing. */
function formsShown(document: ContractDocument, { node }: Place): readonly Members[] {
  return formsOf(document, thingOf(document, node).schema ?? {});
}

/** What a 409 about a value that may not be there twice says. */
const TAKEN = /\b(?:unique|already|duplicate|twice|another|taken|exists?|in use)\b/iu;

/** What a 409 about a time says that only one can have. A place with room for several may only be full. */
const OVERLAP = /\boverlap|\bclash|\bdouble.?book|\bnot free at\b/iu;

/** What a member says of itself if its value may not be there twice. */
const ONLY_ONE = /(?<!(?:\b(?:not|never|non)|n't)[ -](?:\w+ )?)\bunique\b/iu;

/**
 * The members of the body that are unique by their description or by the 409, if the 409 says that a value is there; without
 * such a 409 those that call themselves unique, if values are refused. `isMeant`: only such members.
 */
export function takenIn(
  document: ContractDocument,
  node: OperationNode,
  kept: readonly string[],
  isMeant: (own: Schema) => boolean = () => true,
): readonly string[] {
  const conflict = descriptionOf(document, node, '409');
  const { description: own = '' } = node;
  const description = node.responses['409'] !== undefined && own.includes('409') ? `${conflict} ${own}` : conflict;
  const successes = Object.keys(node.responses).filter((key) => key.startsWith('2'));
  const overlaps = OVERLAP.test(description);
  if (successes.length > 1) return [];
  const hasConflict = overlaps || TAKEN.test(description);
  const isRefused = [...VALUES_REFUSED.map(String), ...GENERAL_KEYS].some((key) => node.responses[key] !== undefined);
  const words = new Set(description.split(/[^\w-]+/u).map(plainName));
  const isTaken = (at: string, { description: ownWords = '', ...own }: Schema): boolean =>
    hasConflict
      ? UNIQUE.test(ownWords) || words.has(plainName(at)) || (overlaps && isLikeDate(own))
      : isRefused && ONLY_ONE.test(ownWords);
  return [...distinctIn(document, node, thingSentTo(document, node).schema ?? {})].flatMap(([at, own]) =>
    kept.includes(at) && isTaken(at, own) && isMeant(own) ? [at] : [],
  );
}

/** The same of a change. Not dates: whether they overlap others may depend on members that stay. */
export function takenByChange(document: ContractDocument, node: OperationNode, kept: readonly string[]) {
  return takenIn(document, node, kept, (own) => !isLikeDate(own));
}
