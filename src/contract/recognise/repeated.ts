import { follow } from '../../schema/reference.ts';
import type { ContractDocument, OperationNode, ResponseNode } from '../document.ts';
import { distinctIn, UNIQUE } from './distinct.ts';
import type { Place } from './proposal.ts';
import { bodyOf, plainName } from './shape.ts';

/** What a document says of a second deletion that may succeed as well, or of a deletion that is none yet. */
const REPEATABLE = /idempot|already|again|twice|repeat|no effect|no-op|regardless|soft|archiv|trash|restor|undelet/iu;

/** A second deletion is judged if the first one is final by the document, and an unknown id gets 404 or 410. */
export function againOf(deletes: Place | undefined): readonly 'again'[] {
  const { description = '', summary = '', responses = {} } = deletes?.node ?? {};
  const [first, ...others] = Object.keys(responses).filter((key) => /^[2d]/u.test(key));
  const isFinal = (first === '204' || first === '200') && others.length === 0;
  const knowsMissing = responses['404'] !== undefined || responses['410'] !== undefined;
  return isFinal && knowsMissing && !REPEATABLE.test(JSON.stringify([description, summary, responses]))
    ? ['again']
    : [];
}

/** What a 409 about a value that may not be there twice says. */
const TAKEN = /\b(?:unique|already|duplicate|twice|another|taken|exists?|in use)\b/iu;

/** The members of the body that are unique by their description or by the 409, if the 409 says that a value is there. */
export function takenIn(document: ContractDocument, node: OperationNode, kept: readonly string[]): readonly string[] {
  const { description = '' } = follow<Partial<ResponseNode>>(document, node.responses['409'] ?? {}, '').target;
  const successes = Object.keys(node.responses).filter((key) => key.startsWith('2'));
  if (!TAKEN.test(description) || successes.length > 1) return [];
  const words = new Set(description.split(/[^\w-]+/u).map(plainName));
  return [...distinctIn(document, node, bodyOf(document, node) ?? {})].flatMap(([at, own]) =>
    kept.includes(at) && (UNIQUE.test(own.description ?? '') || words.has(plainName(at))) ? [at] : [],
  );
}
