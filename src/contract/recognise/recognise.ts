import type { ContractDocument } from '../document.ts';
import { recogniseBelonging } from './belonging.ts';
import { recogniseDefaults } from './defaults.ts';
import { recogniseLife } from './life.ts';
import { recogniseListing } from './listing.ts';
import { orderOf } from './order.ts';
import { NOTHING_RECOGNISED, operationsIn, type Recognised } from './proposal.ts';
import { listOf, queryOf } from './shape.ts';

/** The fields of an operation that declare something for suites. */
const DECLARED = ['x-listing', 'x-resource', 'x-clauses', 'x-rejects'] as const;

/** Does the document itself declare anything for suites? Then nothing that is recognised is added. */
export function isDeclared(document: ContractDocument): boolean {
  return operationsIn(document).some(({ node }) => DECLARED.some((key) => node[key] !== undefined));
}

/** The declarations that the shape of a normalised document suggests, in its order. Existing ones are not proposed again. */
export function recognise(document: ContractDocument): Recognised {
  const each = operationsIn(document).map((place): Recognised => {
    const { path, method, node } = place;
    const life =
      method === 'post' && node['x-resource'] === undefined ? recogniseLife(document, place) : NOTHING_RECOGNISED;
    const list = method === 'get' && node['x-listing'] === undefined ? listOf(document, path, node) : undefined;
    const others = [...life.proposals, ...recogniseBelonging(document, place), ...recogniseDefaults(document, place)];
    if (list === undefined) return { proposals: others, left: life.left };
    const { proposals, left } = recogniseListing(document, place, list);
    return { proposals: [...proposals, ...orderOf(place, list, queryOf(document, node)), ...others], left };
  });
  return { proposals: each.flatMap(({ proposals }) => proposals), left: each.flatMap(({ left }) => left) };
}
