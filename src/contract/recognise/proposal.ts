import { isDeepStrictEqual } from 'node:util';
import type { ClauseNode, ContractDocument, OperationNode } from '../document.ts';
import { bare, itemAt } from '../path-names.ts';
import { successSchema } from './success.ts';

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

export const NOTHING_RECOGNISED: Recognised = { proposals: [], left: [] };

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

interface Detail {
  readonly path: string;
  readonly id: string;
}

/**
 * The path with one id more, such as `/things/{id}` for `/things`, and the name of the id; undefined if there are several. What
 * POST to `/walls/{wall}/routes` creates may open at `/routes/{id}`, if both answer with the same schema.
 */
export function detailOf(document: ContractDocument, path: string): Detail | undefined {
  const [only, ...others] = detailsBelow(document, path);
  if (only !== undefined) return others.length === 0 ? only : undefined;
  const made = itemAt(document, path)?.['post'];
  const shown = made && successSchema(document, made);
  const shorter = [...path.matchAll(PARENT)].map(
    ({ 0: parent, index }) => path.slice(0, index) + path.slice(index + parent.length),
  );
  const all = new Set([path.replaceAll(PARENT, ''), ...shorter].filter((one) => one !== path));
  const [found, ...more] = [...all]
    .flatMap((one) => detailsBelow(document, one))
    .filter(({ path: one }) => {
      const opened = document.paths[one]?.['get'];
      return shown !== undefined && opened !== undefined && isDeepStrictEqual(successSchema(document, opened), shown);
    });
  return more.length === 0 ? found : undefined;
}

/** A collection and an id in it, with more of the path behind them. */
const PARENT = /\/[^/{}]+\/\{[^{}/]+\}(?=\/)/gu;

function detailsBelow({ paths }: ContractDocument, path: string): readonly Detail[] {
  const above = `${bare(path)}/`;
  const isOneMore = (one: string) => one.startsWith(above) && /^\{[^{}/]+\}\/?$/u.test(one.slice(above.length));
  return Object.keys(paths)
    .filter(isOneMore)
    .map((one) => ({ path: one, id: bare(one).slice(above.length + 1, -1) }));
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
