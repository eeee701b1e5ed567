import type { Contract } from '../../contract/contract.ts';
import { operationOf } from '../../contract/contract.ts';
import type { ListingNode } from '../../contract/document.ts';
import type { Operation } from '../../contract/operations.ts';
import { ownId } from '../../contract/undo.ts';
import { SpecError } from '../../errors.ts';
import { exampleBody } from '../../generate/base.ts';
import { isObject, joinPointer } from '../../schema/pointer.ts';
import type { Schema } from '../../schema/schema.ts';
import { schemasAt } from '../../schema/schemas-at.ts';

export type Body = Readonly<Record<string, unknown>>;

/** `x-resource` on the operation that creates: what is created, perhaps listed, and perhaps deleted (`x-undo`). */
export interface ResourceNode {
  /** What one of them is called. */
  readonly name: string;
  /** What lists them; without it only what is shown of one by its id is judged. */
  readonly list?: string;
  /** What the listing is asked for, so that it has all of them. */
  readonly query?: Readonly<Record<string, string | number>>;
  /** The parameter that finds the mark, for a listing that has more than fits on its largest page. */
  readonly search?: string;
  /** Where the listing has them; its root unless told. */
  readonly items?: string;
  /** Where the listing tells how many there are, or in which header: where it has not all of them, nothing is judged by it. */
  readonly total?: ListingNode['total'];
  readonly id: string;
  /** Members of the answer that no two of them share, the id among them. */
  readonly unique: readonly string[];
  /** The list may leave out a member, of all its items alike. */
  readonly omits?: boolean;
  /** What opens one by its id, and what changes one. */
  readonly reads?: OnOne;
  readonly changes?: OnOne;
  /** Members that are listed as they were created. */
  readonly kept: readonly string[];
  /** The member of the body that tells the owner who made it. */
  readonly marked: string;
  /** A body with nothing but what is needed; `$mark` stands for the mark of the run, `$number` for the next number. The valid one unless told. */
  readonly plain: Body;
  /** Bodies that differ in everything, each on top of the plain one; the last of them shows the most by itself. Other values of the same members unless told. */
  readonly bodies: readonly Body[];
  /** A body that is to be refused, and why. */
  readonly refused?: { readonly body: Body; readonly what: string };
  /** A member of the answer that is a credential: under which scheme, and what it opens, the first of them most often. */
  readonly opens?: { readonly member: string; readonly scheme: string; readonly operations: readonly string[] };
}

/** An operation on one of them, and the name of its path parameter. */
interface OnOne {
  readonly operation: string;
  readonly path: string;
}

/** A declared resource with its operations. */
export interface Resource extends ResourceNode {
  readonly create: Operation;
  /** What deletes one, and the name of its path parameter; undefined where nothing does. */
  readonly remove?: { readonly operation: Operation; readonly parameter: string };
}

/** The aspects of a life that a clause may speak of, named by `life` in the clause. */
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
  'spared',
  'echoed',
  'located',
  'read',
  'changed',
  'relisted',
  'gone',
] as const;

export type Aspect = (typeof ASPECTS)[number];

export function isAspect(name: unknown): name is Aspect {
  return (ASPECTS as readonly unknown[]).includes(name);
}

/** The resources that a document declares. Throws SpecError where an operation is not there. */
export function resourcesOf(contract: Contract): readonly Resource[] {
  return [...contract.operations.values()].flatMap((create) => {
    const node = create.node['x-resource'];
    if (node === undefined) return [];
    if (!isObject(node)) throw new SpecError(`${create.id}: x-resource has to be a mapping.`);
    const undo = create.node['x-undo'];
    const parameter = undo === undefined ? undefined : ownId(undo)?.name;
    const resource = { ...withBodies(contract, create, node as unknown as ResourceNode), create };
    for (const id of [resource.list, resource.reads?.operation, resource.changes?.operation])
      if (id !== undefined) operationOf(contract, id);
    return undo === undefined || parameter === undefined
      ? [resource]
      : [{ ...resource, remove: { operation: operationOf(contract, undo.operation), parameter } }];
  });
}

/** With the valid body of the operation, and others that differ from it, where it names none. */
function withBodies(contract: Contract, { id, requestBody }: Operation, node: Partial<ResourceNode>): ResourceNode {
  const given = node as ResourceNode;
  if (node.plain !== undefined && node.bodies !== undefined) return given;
  const valid = exampleBody(contract, id);
  const plain = { ...(isObject(valid) ? valid : {}), [given.marked.slice(1)]: '$mark $number', ...node.plain };
  const schemaOf = (name: string) =>
    schemasAt(contract.document, requestBody?.schema ?? {}, joinPointer('', name)).slice(0, 1);
  const changed = (step: number): Body =>
    Object.fromEntries(
      Object.entries(plain).flatMap(([name, value]) =>
        schemaOf(name).flatMap((schema) => {
          const others = typeof value === 'string' && schema.enum === undefined ? [] : othersOf(schema, value, step);
          const other = others.find((one) => one !== value && contract.validators.compile(schema)(one));
          return other === undefined ? [] : [[name, other] as const];
        }),
      ),
    );
  return { ...given, plain, bodies: node.bodies ?? [1, 2, 3].map(changed) };
}

/** Other values that may fit as well. */
export function othersOf(schema: Schema, value: unknown, step: number): readonly unknown[] {
  if (schema.enum !== undefined) return schema.enum.toReversed();
  if (typeof value === 'number') return [value + step, value - step];
  return typeof value === 'boolean' ? [!value] : typeof value === 'string' ? [`${value} again`] : [];
}

/** The resource that an operation creates, lists, opens, changes or deletes. */
export function resourceOf(contract: Contract, operation: string): Resource | undefined {
  return resourcesOf(contract).find(({ create, list, remove, reads, changes }) =>
    [create.id, list, remove?.operation.id, reads?.operation, changes?.operation].includes(operation),
  );
}

/** The exact refusals that are declared for deleting what is not there. */
export function nothingThere({ remove }: Resource): readonly string[] {
  return (remove?.operation.responses ?? []).map(({ key }) => key).filter((key) => /^4\d\d$/u.test(key));
}
