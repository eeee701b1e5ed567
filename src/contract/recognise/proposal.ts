import type { ClauseNode, ContractDocument, OperationNode } from '../document.ts';
import { bare } from '../path-names.ts';

/** A declaration that the shape of the document suggests, as an action of an OpenAPI Overlay with a reason. */
export interface Proposal {
  /** A JSONPath to one node. */
  readonly target: string;
  /** What is merged into the node; for a list, its next entry. */
  readonly update: Readonly<Record<string, unknown>>;
  readonly reason: string;
  /** `certain` is used automatically; `likely` only if a user keeps it in an overlay. */
  readonly confidence: 'certain' | 'likely';
  readonly operation: string;
  /** In a few words: `filters by genre`. */
  readonly what: string;
}

/** A part of a listing, which is a separate proposal. */
export interface Part extends Pick<Proposal, 'what' | 'reason' | 'confidence' | 'update'> {
  /** The list in `x-listing` that the part is an entry of. */
  readonly at?: string;
}

/** What was recognised in a document, and in words what no declaration can express. */
export interface Recognised {
  readonly proposals: readonly Proposal[];
  readonly left: readonly string[];
}

/** An operation with its method, and its path with and without a slash at its end. */
export interface Place {
  readonly key: string;
  readonly path: string;
  readonly method: string;
  readonly node: OperationNode;
}

export function operationsIn({ paths }: ContractDocument): readonly Place[] {
  return Object.entries(paths).flatMap(([key, item]) =>
    Object.entries(item).map(([method, node]) => ({ key, path: bare(key), method, node })),
  );
}

/** The JSONPath of an operation, or of a node below it. */
export function targetOf({ key, method }: Place, ...below: readonly string[]): string {
  const quoted = (name: string) => `['${name.replaceAll(/[\\']/gu, String.raw`\$&`)}']`;
  return `$.paths${quoted(key)}.${method}${below.map((name) => (/^\w+$/u.test(name) ? `.${name}` : quoted(name))).join('')}`;
}

/** The path with one id more, such as `/things/{id}` for `/things`, and the name of the id; undefined if there are several. */
export function detailOf(
  { paths }: ContractDocument,
  path: string,
): { readonly path: string; readonly id: string } | undefined {
  const above = `${bare(path)}/`;
  const below = Object.keys(paths).filter(
    (one) => one.startsWith(above) && /^\{[^{}/]+\}\/?$/u.test(one.slice(above.length)),
  );
  const [only] = below;
  return below.length !== 1 || only === undefined
    ? undefined
    : { path: only, id: bare(only).slice(above.length + 1, -1) };
}

export function isCertain({ confidence }: Pick<Proposal, 'confidence'>): boolean {
  return confidence === 'certain';
}

const RECOGNISED = '(Recognised by names in the document;';

/** The text of a recognised clause, with the way to leave it out. */
export function leavingOut(text: string, clause: string): string {
  return `${text} ${RECOGNISED} --exclude ${clause} leaves it out.)`;
}

/** Proposes a clause that an invariant judges; nothing if the document has a clause of that name. */
export function stated(
  place: Place,
  slug: string,
  { text, invariant, ...proposal }: Pick<Proposal, 'what' | 'reason'> & Pick<ClauseNode, 'text' | 'invariant'>,
): readonly Proposal[] {
  const { key, method, node } = place;
  if (node['x-clauses']?.[slug] !== undefined) return [];
  const clause = {
    level: 'SHOULD',
    text: leavingOut(text, `${node.operationId}/${slug}`),
    section: `${method.toUpperCase()} ${key}`,
    invariant,
  };
  return [
    {
      target: targetOf(place),
      operation: node.operationId,
      confidence: 'certain',
      update: { 'x-clauses': { [slug]: clause } },
      ...proposal,
    },
  ];
}

/** Is it the text of a recognised clause? */
export function isRecognised(text: string): boolean {
  return text.includes(RECOGNISED);
}
