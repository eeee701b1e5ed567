import { defined } from '../defined.ts';
import { SpecError } from '../errors.ts';
import { createInspector, type Inspector } from '../schema/evaluate.ts';
import { joinPointer } from '../schema/pointer.ts';
import { type CompiledSchemas, createValidators, type Validators } from '../schema/validators.ts';
import { SERVICE } from './clause-id.ts';
import type { ClauseNode, ConflictNode, ContractDocument } from './document.ts';
import { type Listing, readListing } from './listing.ts';
import type { LoadedDocument } from './load.ts';
import { type Operation, readOperations } from './operations.ts';
import { type Choices, resolve } from './resolve.ts';
import { type RoleScheme, rolesOf } from './roles.ts';

/** What a check needs before it can be tried: `credential:bearer`, `allow:writes`, `sample:doi`, … */
export type Need = string;

/** What a derived clause is about. With it, `src/judge/causes` finds what broken clauses have in common. */
export type Subject =
  | { readonly kind: 'route' }
  /** Answers are complete messages: their length and compression are as declared. */
  | { readonly kind: 'message' }
  | { readonly kind: 'status'; readonly documented: readonly string[] }
  /** A general clause that may only reflect another broken one: no server errors, or what randomly drawn requests show. */
  | { readonly kind: 'companion' }
  /** The form of bodies of a status, independent of their content. */
  | { readonly kind: 'form'; readonly form: 'well-formed' | 'problem-status'; readonly status: string }
  | { readonly kind: 'media-type'; readonly status: string; readonly types: readonly string[] }
  | {
      readonly kind: 'answer';
      readonly status: string;
      readonly place: readonly string[];
      readonly keyword: string;
      readonly expected: unknown;
    }
  | { readonly kind: 'header'; readonly status: string; readonly name: string; readonly keyword: string }
  | {
      readonly kind: 'parameter';
      readonly in: 'query' | 'path' | 'header' | 'cookie';
      readonly name: string;
      readonly keyword: string;
      readonly expected: unknown;
    }
  | { readonly kind: 'request-body'; readonly place: string; readonly keyword: string; readonly expected: unknown }
  | { readonly kind: 'credential'; readonly presented: readonly string[]; readonly opens: boolean };

/** One promise of the contract. */
export interface Clause extends Omit<ClauseNode, 'needs' | 'x-branch'> {
  /** `operationId/slug` (stated), `operationId/place/keyword` (derived) or `service/slug`. Stable: renaming one is a breaking change. */
  readonly id: string;
  readonly origin: 'stated' | 'derived';
  readonly operation?: string;
  /** JSON Pointer into the contract document with its companions joined. */
  readonly pointer: string;
  readonly needs: readonly Need[];
  /** `conflict/branch` if the clause belongs to one branch of an open conflict. */
  readonly branch?: string;
  /** Why it cannot be judged: what in the document is unreadable. */
  readonly unreadable?: string;
  readonly subject?: Subject;
}

export interface Conflict extends ConflictNode {
  readonly id: string;
}

/** The contract under one reading. Every later stage works with it. */
export interface Contract {
  readonly document: ContractDocument;
  readonly digest: string;
  readonly unreadable?: LoadedDocument['unreadable'];
  readonly choices: Choices;
  readonly operations: ReadonlyMap<string, Operation>;
  /** The stated clauses. The derived ones come from src/rules. */
  readonly stated: ReadonlyMap<string, Clause>;
  /** The stated clauses of all readings, including those that this one leaves out. */
  readonly everyStated: ReadonlyMap<string, Clause>;
  readonly conflicts: ReadonlyMap<string, Conflict>;
  /** The listings, by the id of their operation. */
  readonly listings: ReadonlyMap<string, Listing>;
  readonly roles: readonly RoleScheme[];
  readonly validators: Validators;
  readonly inspector: Inspector;
}

/** Resolves a loaded document under a reading. Throws a UsageError for an unknown conflict or branch. */
export function createContract(
  loaded: Omit<LoadedDocument, 'recognised'>,
  choices: Choices = {},
  compiled: CompiledSchemas = new Map(),
): Contract {
  const document = resolve(loaded.document, choices);
  const validators = createValidators(document, compiled);
  const operations = readOperations(document);
  return {
    document,
    digest: loaded.digest,
    ...defined({ unreadable: loaded.unreadable }),
    choices,
    operations,
    listings: readListings(document, operations),
    stated: readStatedClauses(document),
    everyStated: readStatedClauses(loaded.document),
    conflicts: new Map(Object.entries(document['x-conflicts']).map(([id, node]) => [id, { id, ...node }])),
    roles: rolesOf(document),
    validators,
    inspector: createInspector(document, validators),
  };
}

function readListings(
  document: ContractDocument,
  operations: ReadonlyMap<string, Operation>,
): ReadonlyMap<string, Listing> {
  const listings = [...operations.values()].map((operation) => readListing(document, operations, operation));
  return new Map(listings.flatMap((listing) => (listing === undefined ? [] : [[listing.operation.id, listing]])));
}

/** The operation with this id. An unknown id is a bug of the caller: throws a SpecError. */
export function operationOf(contract: Contract, id: string): Operation {
  const operation = contract.operations.get(id);
  if (operation === undefined) throw new SpecError(`spec/openapi.yaml has no operation ${id}.`);
  return operation;
}

function readStatedClauses(document: ContractDocument): ReadonlyMap<string, Clause> {
  const clauses = new Map<string, Clause>();
  addClauses(clauses, SERVICE, joinPointer('', 'x-clauses'), document['x-clauses']);
  for (const operation of readOperations(document).values()) {
    addClauses(clauses, operation.id, joinPointer(operation.pointer, 'x-clauses'), operation.node['x-clauses']);
  }
  return clauses;
}

function addClauses(
  clauses: Map<string, Clause>,
  owner: string,
  pointer: string,
  nodes: ContractDocument['x-clauses'],
): void {
  for (const [slug, { needs = [], 'x-branch': branch, ...node }] of Object.entries(nodes ?? {})) {
    const id = `${owner}/${slug}`;
    const facts = defined({ operation: owner === SERVICE ? undefined : owner, branch });
    clauses.set(id, { ...node, id, origin: 'stated', pointer: joinPointer(pointer, slug), needs, ...facts });
  }
}
