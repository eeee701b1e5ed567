import { defined } from '../../defined.ts';
import { joinPointer, splitPointer } from '../../schema/pointer.ts';
import type { Schema } from '../../schema/schema.ts';
import type { ContractDocument } from '../document.ts';
import { pathNames } from '../path-names.ts';
import { isVersion } from '../precondition.ts';
import { collectionsIn, mayName } from '../references.ts';
import { createdId } from '../sources.ts';
import { documentsRefusals } from '../statuses.ts';
import { ownId } from '../undo.ts';
import { parentIn } from './belonging.ts';
import { repeatableIn } from './idempotency.ts';
import { clausesOf } from './life-clauses.ts';
import { listPart, type WholeList, wholeList } from './life-list.ts';
import { type OnOne, operationsOnOne, operationsPart } from './on-one.ts';
import { detailOf, type Place, type Proposal, type Recognised, targetOf } from './proposal.ts';
import { againOf, lossesOf, takenByChange, takenIn } from './repeated.ts';
import { answerOf, hasLocation, haveSameTypes, isFreeText, isId, type Members, membersOf } from './shape.ts';
import { sentTo, shownBy, thingOf, thingSentTo } from './thing.ts';
import { assignedIn, versionLives, versionsOf } from './versions.ts';

/** The mark of a run and a number fit into this many characters. */
const MARK_SIZE = 40;

/**
 * Proposes clauses about the life of what POST creates, if a text of it can carry the mark of a run. Either GET of the same path
 * has to list it, without missing any, or GET of its id has to show it. What nothing deletes is created seldom: its list, for
 * which several are needed, is not judged. `left` says why there are none.
 */
export function recogniseLife(document: ContractDocument, place: Place): Recognised {
  const { path, node } = place;
  const undo = node['x-undo'];
  const made =
    undo === undefined ? createdId(document, path, node, detailOf(document, path)?.id ?? '') : ownId(undo)?.pointer;
  const { at } = thingOf(document, node);
  const [name = '', ...deeper] = splitPointer(made?.slice(at.length) ?? '');
  if (made?.startsWith(at) !== true || name === '' || deeper.length > 0)
    return notFollowed(document, place, 'its answer has no id that the service gives');
  const fullList = undo === undefined ? undefined : wholeList(document, path, name);
  const on = operationsOnOne(document, path, name);
  const answered = answerOf(document, node) === undefined ? on.reads?.node : node;
  const members = fullList?.list.members ?? (answered === undefined ? new Map() : shownBy(document, answered));
  const declared = declarationOf(document, place, { id: joinPointer('', name), members, fullList, on });
  if ((fullList ?? on.reads) === undefined || !isId(members.get(name)))
    return notFollowed(document, place, 'no GET opens it by its id or surely lists it');
  if (declared === undefined)
    return notFollowed(document, place, 'no text of its body that is shown again has room for the mark of a run');
  return { proposals: followed(document, place, declared, { members, fullList, on }), left: [] };
}

/** Nothing is proposed for this reason. That is told if it surely creates something: it answers with 201, or a path takes an id. */
function notFollowed(document: ContractDocument, { path, node }: Place, why: string): Recognised {
  const { operationId, responses } = node;
  const isCreation = '201' in responses || detailOf(document, path) !== undefined;
  return { proposals: [], left: isCreation ? [`${operationId}: what it creates is not followed, as ${why}`] : [] };
}

/** The clauses of the creation, and of the operations on what it creates. */
function followed(
  document: ContractDocument,
  place: Place,
  declared: NonNullable<ReturnType<typeof declarationOf>>,
  { members, fullList, on }: Omit<Known, 'id'>,
): readonly Proposal[] {
  const { key, node } = place;
  const undo = node['x-undo'];
  const ways = [
    ...(fullList === undefined ? [] : [`listed by GET ${key}`]),
    undo === undefined ? `opened by ${on.reads?.node.operationId}` : `deleted by ${undo.operation}`,
  ];
  return [
    {
      target: targetOf(place),
      operation: node.operationId,
      what: `creates what is ${fullList === undefined ? 'opened' : 'listed'}${undo === undefined ? '' : ' and deleted'}`,
      reason: `what POST ${key} makes is ${ways.join(' and ')}, and ${declared.marked.slice(1)} has room for the mark of a run`,
      confidence: 'certain',
      update: { 'x-resource': declared, 'x-clauses': promisedOf(document, place, declared) },
    },
    ...proposalsOnOne(document, place, on, {
      ...declared,
      isListed: fullList !== undefined,
      losses: lossesOf(document, fullList?.query ?? [], members, on),
    }),
  ];
}

/** What is known of a created thing: its id, the members that it shows, its list, and the operations on it. */
interface Known {
  readonly id: string;
  readonly members: Members;
  readonly fullList: WholeList | undefined;
  readonly on: OnOne;
}

/** The `x-resource` of a creation; undefined if no text of its body can carry the mark of a run. */
function declarationOf(document: ContractDocument, { path, node }: Place, { id, members, fullList, on }: Known) {
  const sent = sentTo(document, node);
  const kept = placesOf(document, sent, members);
  const marked = markedOf(document, sent, kept);
  if (marked === undefined) return undefined;
  const some = (places: readonly string[]) => (places.length === 0 ? undefined : places);
  return {
    omits: true,
    name: path.slice(path.lastIndexOf('/') + 1).replace(/s$/u, ''),
    ...(fullList === undefined ? {} : listPart(fullList, marked)),
    ...operationsPart(on, ({ node: change }) => takenByChange(document, change, kept)),
    id,
    unique: [id],
    kept,
    ...defined({
      within: withinIn(document, path, on, members),
      taken: some(takenIn(document, node, kept)),
      versions: some(versionsOf(members)),
      assigned: some(assignedIn(members, sent)),
      repeatable: repeatableIn(document, node),
    }),
    marked: joinPointer('', marked),
  };
}

/** The last parameter of the path, if what GET opens names its parent. */
function withinIn(document: ContractDocument, path: string, { reads }: OnOne, members: Members): string | undefined {
  const parent = pathNames(path).at(-1);
  const isBelow = reads !== undefined && parent !== undefined && pathNames(reads.path).includes(parent);
  return isBelow && parentIn(document, reads, parent, members) !== undefined ? parent : undefined;
}

function promisedOf(document: ContractDocument, place: Place, declared: object): object {
  const located = hasLocation(document, place.node) ? (['located'] as const) : [];
  const listed = 'list' in declared ? (['unique', 'listed'] as const) : [];
  const echoed = answerOf(document, place.node) === undefined ? [] : (['echoed'] as const);
  // A closed body has no place for members that only the service sets.
  const isClosed = thingSentTo(document, place.node).schema?.additionalProperties === false;
  const refused = 'list' in declared && documentsRefusals(place.node) ? (['refused'] as const) : [];
  const others = (['taken', 'assigned', 'repeatable'] as const).filter(
    (one) => one in declared && !(one === 'assigned' && isClosed),
  );
  return clausesOf(place, place, [...listed, ...echoed, ...located, ...refused, ...others]);
}

/** The first member that can carry the mark, and rather one that names nothing else. */
function markedOf(document: ContractDocument, sent: Members, kept: readonly string[]): string | undefined {
  const able = [...sent.keys()].filter(
    (name) => kept.includes(joinPointer('', name)) && hasRoomForMark(sent.get(name) ?? {}),
  );
  const collections = collectionsIn(document);
  return able.find((name) => !mayName(collections, name)) ?? able[0];
}

/** What shows how the operations on a created item work. */
interface Visible extends NonNullable<ReturnType<typeof declarationOf>> {
  readonly isListed: boolean;
  readonly losses: ReturnType<typeof lossesOf>;
}

/** Proposes clauses of the operations on a created item. */
function proposalsOnOne(document: ContractDocument, create: Place, on: OnOne, visible: Visible): readonly Proposal[] {
  return promisesOnOne(document, on, visible).flatMap(({ one, lives, does }): readonly Proposal[] => {
    if (one === undefined) return [];
    const update = { 'x-clauses': clausesOf(create, one, lives) };
    const reason = `it ${does} what POST ${create.key} makes`;
    const { operationId: operation } = one.node;
    return [
      { target: targetOf(one), operation, what: `${does} what was created`, reason, confidence: 'certain', update },
    ];
  });
}

/** What each operation on a created item promises, and in a word what it does. */
function promisesOnOne(
  document: ContractDocument,
  { reads, changes, deletes, actions }: OnOne,
  { isListed, losses, changes: declared = [], versions = [], assigned = [], within, marked }: Visible,
) {
  const mayTake = ({ node: { operationId } }: Place) =>
    [declared].flat().some(({ operation, ...known }) => operation === operationId && 'taken' in known);
  return [
    { one: reads, lives: ['read' as const, ...(within === undefined ? [] : (['elsewhere'] as const))], does: 'opens' },
    ...changes.map((one) => ({
      one,
      lives: [
        ...(isListed ? (['relisted'] as const) : []),
        'changed' as const,
        ...(mayTake(one) ? (['taken'] as const) : []),
        ...(sentTo(document, one.node).has(marked.slice(1)) && documentsRefusals(one.node)
          ? (['spared'] as const)
          : []),
        ...versionLives(document, one, reads, { versions, assigned }),
      ],
      does: 'changes',
    })),
    {
      one: deletes,
      lives: [
        ...losses.filter((one) => one === 'dropped' && isListed),
        ...(isListed ? (['others', ...againOf(document, deletes)] as const) : []),
        ...(reads === undefined ? [] : (['untouched'] as const)),
        ...(reads === undefined || deletes?.node.responses['401'] === undefined ? [] : (['spared'] as const)),
        ...losses.filter((one) => one === 'gone' && reads !== undefined),
      ],
      does: 'deletes',
    },
    ...actions.map(({ place, refusals }) => ({
      one: place,
      lives: ['acted' as const, ...(refusals.length === 0 ? [] : (['finished'] as const))],
      does: 'acts on',
    })),
  ];
}

/** The places that request and answer have with the same type, two levels deep. */
function placesOf(document: ContractDocument, sent: Members, listed: Members, isBelow = false): readonly string[] {
  return [...sent].flatMap(([name, own]) => {
    const other = listed.get(name);
    if (other === undefined || isVersion(name, own)) return [];
    if (haveSameTypes(own, other)) return [joinPointer('', name)];
    if (isBelow || own.type !== 'object' || other.type !== 'object') return [];
    const below = placesOf(document, membersOf(document, own), membersOf(document, other), true);
    return below.map((place) => `${joinPointer('', name)}${place}`);
  });
}

function hasRoomForMark(schema: Schema): boolean {
  return isFreeText(schema) && (schema.maxLength ?? MARK_SIZE) >= MARK_SIZE && (schema.minLength ?? 0) <= MARK_SIZE / 2;
}
