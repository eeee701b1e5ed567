import type { Assertion } from '../../check/check.ts';
import { exampleThing, thingBodyOf } from '../../check/thing-body.ts';
import type { Contract } from '../../contract/contract.ts';
import { operationOf } from '../../contract/contract.ts';
import type { ListingNode } from '../../contract/listing-node.ts';
import type { Operation } from '../../contract/operations.ts';
import { ownId } from '../../contract/undo.ts';
import { present } from '../../defined.ts';
import { SpecError } from '../../errors.ts';
import { getOrMake, memoize } from '../../memoize.ts';
import { isObject, joinPointer } from '../../schema/pointer.ts';
import { schemasAt } from '../../schema/schemas-at.ts';
import { othersOf } from './other-values.ts';

export type Body = Readonly<Record<string, unknown>>;

/** `x-resource` on a creating operation: what it creates and how that is listed. `x-undo` says how it is deleted. */
export interface ResourceNode {
  /** What one created thing is called. */
  readonly name: string;
  /** The operation that lists them. Without it a thing is judged only by what its id opens. */
  readonly list?: string;
  /** The query with which the list has all of them. */
  readonly query?: Readonly<Record<string, string | number>>;
  /** The parameter to search for the mark, if the list has more than fits on its largest page. */
  readonly search?: string;
  /** Where the list has them. Default: its root. */
  readonly items?: string;
  /** Where, or in which header, the list says how many there are. A list without all of them is not judged. */
  readonly total?: ListingNode['total'];
  /** How a page of the list names the next one, if pages have no numbers. */
  readonly cursor?: ListingNode['cursor'];
  readonly id: string;
  /** Members of the answer, the id among them, whose value is different for each thing. */
  readonly unique: readonly string[];
  /** The list may leave out a member for all its items. */
  readonly omits?: boolean;
  /** The operation that opens one by its id, and those that change it. */
  readonly reads?: OnOne;
  readonly changes?: OnOne | readonly OnOne[];
  /** Operations that act on one and answer with it. */
  readonly actions?: readonly Action[];
  /** The parameter of its path for the parent that it names: below another one it does not open. */
  readonly within?: string;
  /** Members that are listed with the values they were created with. */
  readonly kept: readonly string[];
  /** Members of the body that no two have: one more with the same values is refused. */
  readonly taken?: readonly string[];
  /** Texts that each change of a thing changes, such as the time of its last change. */
  readonly versions?: readonly string[];
  /** Members of the answer that only the service sets. */
  readonly assigned?: readonly string[];
  /** The header with which a creation can be repeated, and the statuses that it gets with another body. */
  readonly repeatable?: { readonly header: string; readonly refusals?: readonly string[] };
  /** The member of the body that holds the mark. It shows the owner who created the thing. */
  readonly marked: string;
  /** A minimal body; `$mark` is the mark of the run, `$number` the next number. Default: the valid body. */
  readonly plain: Body;
  /** Changes of `plain` that differ in every member; the last one shows the most. Default: other values of its members. */
  readonly bodies: readonly Body[];
  /** A body that must be refused, and why. Default: one that breaks the schema. */
  readonly refused?: { readonly body: Body; readonly what: string };
  /** A member of the answer that is a credential, its scheme, and the operations that it opens; the first is used most. */
  readonly opens?: { readonly member: string; readonly scheme: string; readonly operations: readonly string[] };
}

/** An operation on one thing, and the name of its path parameter. */
export interface OnOne {
  readonly operation: string;
  readonly path: string;
  /** Members that a change must not set to the values of another thing. */
  readonly taken?: readonly string[];
  /** A change leaves what it does not name as it was, as every PATCH does. */
  readonly partial?: boolean;
}

/**
 * An action, the places of what it and `reads` show alike, the values that it gives to some of these places, and the statuses
 * that a second one may have.
 */
export interface Action extends OnOne {
  readonly states: readonly string[];
  readonly becomes?: Readonly<Record<string, string>>;
  readonly refusals?: readonly string[];
}

/** A declared resource with its operations. */
export interface Resource extends Omit<ResourceNode, 'changes'> {
  readonly changes: readonly OnOne[];
  readonly create: Operation;
  /** The operation that deletes one, and the name of its path parameter; undefined if there is none. */
  readonly remove?: { readonly operation: Operation; readonly parameter: string };
}

const STORY_ASPECTS = [
  'echoed',
  'located',
  'taken',
  'read',
  'elsewhere',
  'changed',
  'relisted',
  'versioned',
  'guarded',
  'assigned',
  'repeatable',
  'untouched',
  'spared',
  'acted',
  'finished',
  'gone',
] as const;

export type StoryAspect = (typeof STORY_ASPECTS)[number];

/** The aspects of a life that a clause may be about. The clause names its aspect as `life`. */
export const ASPECTS = [
  'unique',
  'opens',
  'listed',
  'dropped',
  'follows',
  'dead',
  'again',
  'others',
  'refused',
  ...STORY_ASPECTS,
] as const;

export type Aspect = (typeof ASPECTS)[number];

export function isStoryAspect(aspect: Aspect): aspect is StoryAspect {
  return (STORY_ASPECTS as readonly Aspect[]).includes(aspect);
}

export function isAspect(name: unknown): name is Aspect {
  return (ASPECTS as readonly unknown[]).includes(name);
}

/** The resources of each contract, read once, and by each of their operations. */
const known = new WeakMap<Contract, Resources>();

interface Resources {
  readonly all: readonly Resource[];
  readonly byOperation: ReadonlyMap<string, Resource>;
}

/** The resources that a document declares. Throws SpecError if an operation does not exist. */
export function resourcesOf(contract: Contract): readonly Resource[] {
  return knownOf(contract).all;
}

/** The first resource that an operation creates, lists, opens, changes or deletes. */
export function resourceOf(contract: Contract, operation: string): Resource | undefined {
  return knownOf(contract).byOperation.get(operation);
}

function knownOf(contract: Contract): Resources {
  return getOrMake(known, contract, () => {
    const all = readResources(contract);
    const operationsOf = ({ create, list, remove, ...one }: Resource) =>
      present(create.id, list, remove?.operation.id, ...operationsOnOne(one));
    // The first of several with one operation counts.
    const entries = all.flatMap((one) => operationsOf(one).map((operation) => [operation, one] as const));
    return { all, byOperation: new Map(entries.toReversed()) };
  });
}

function readResources(contract: Contract): readonly Resource[] {
  return [...contract.operations.values()].flatMap((create) => {
    const node = create.node['x-resource'];
    if (node === undefined) return [];
    if (!isObject(node)) throw new SpecError(`${create.id}: x-resource has to be a mapping.`);
    const undo = create.node['x-undo'];
    const parameter = undo === undefined ? undefined : ownId(undo)?.name;
    const declared = withBodies(contract, create, node as unknown as ResourceNode);
    const resource = { ...declared, create, changes: [declared.changes ?? []].flat() };
    for (const id of present(resource.list, ...operationsOnOne(resource))) operationOf(contract, id);
    return undo === undefined || parameter === undefined
      ? [resource]
      : [{ ...resource, remove: { operation: operationOf(contract, undo.operation), parameter } }];
  });
}

/** The operations that open, change and act on one, by id. */
function operationsOnOne({ reads, changes, actions = [] }: Pick<Resource, 'reads' | 'changes' | 'actions'>) {
  return present(reads, ...changes, ...actions).map(({ operation }) => operation);
}

/** Fills in the bodies that are not declared: the valid body of the operation, and three that differ from it. */
function withBodies(contract: Contract, operation: Operation, node: Partial<ResourceNode>): ResourceNode {
  const declared = node as ResourceNode;
  if (node.plain !== undefined && node.bodies !== undefined) return declared;
  const valid = exampleThing(contract, operation.id);
  const { schema: whole = {}, references } = thingBodyOf(contract, operation) ?? {};
  const plain = { ...(isObject(valid) ? valid : {}), [declared.marked.slice(1)]: '$mark $number', ...node.plain };
  const schemaOf = (name: string) => schemasAt(contract.document, whole, joinPointer('', name)).slice(0, 1);
  const fitsWhole = contract.validators.compile(whole);
  const isWhole = memoize(() => fitsWhole(plain));
  /** A member may select the variant of a union to which the other members belong. */
  const mayReplace = (name: string, value: unknown): boolean => !isWhole() || fitsWhole({ ...plain, [name]: value });
  const changed = (step: number): Body =>
    Object.fromEntries(
      Object.entries(plain).flatMap(([name, value]) =>
        schemaOf(name).flatMap((schema) => {
          // Not everything that is listed may be named: a loan may need an active member.
          const isKept = references?.has(name) === true || (typeof value === 'string' && schema.enum === undefined);
          const others = isKept ? [] : othersOf(schema, value, step);
          const fits = contract.validators.compile(schema);
          const other = others.find((one) => one !== value && fits(one) && mayReplace(name, one));
          return other === undefined ? [] : [[name, other] as const];
        }),
      ),
    );
  return { ...declared, plain, bodies: node.bodies ?? [1, 2, 3].map(changed) };
}

/** The 4xx statuses that the deleting operation declares. */
export function nothingThere({ remove }: Resource): readonly string[] {
  return (remove?.operation.responses ?? []).map(({ key }) => key).filter((key) => /^4\d\d$/u.test(key));
}

/** What must hold before an aspect is judged, and the assertions that judge it. */
export interface AspectAssertions {
  readonly given: readonly Assertion[];
  readonly judge: readonly Assertion[];
}
