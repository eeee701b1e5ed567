import { defined } from '../../defined.ts';
import type { ContractDocument } from '../document.ts';
import type { ListingNode } from '../listing-node.ts';
import { itemAt } from '../path-names.ts';
import { type Paging, pagingOf } from './paging.ts';
import { partsOf } from './parts.ts';
import { isCertain } from './proposal.ts';
import { type List, listOf, type Members, queryOf } from './shape.ts';

/** A list that shows everything on its largest page, or whose total or link to the next page says that it does not. */
export interface WholeList {
  readonly operation: string;
  readonly list: List;
  readonly query: ReturnType<typeof queryOf>;
  readonly paging: Paging | undefined;
}

/** The list at the path, if its items have this id; undefined if a page looks like the whole list. */
export function wholeList(document: ContractDocument, path: string, id: string): WholeList | undefined {
  const get = itemAt(document, path)?.['get'];
  const list = get === undefined ? undefined : listOf(document, path, get);
  if (get === undefined || list?.id !== id) return undefined;
  const query = queryOf(document, get);
  const paging = pagingOf(query, list);
  if (typeof paging === 'string' || (paging !== undefined && (paging.total ?? leadingIn(paging)) === undefined))
    return undefined;
  if (query.some(({ required }) => required === true)) return undefined;
  return { operation: get.operationId, list, query, paging };
}

export function listPart({ operation, list, query, paging }: WholeList, marked: string) {
  return {
    list: operation,
    ...largestPageOf(paging),
    ...defined({
      total: paging?.total,
      cursor: paging && leadingIn(paging),
      search: searchOf(query, list.members, marked),
    }),
    items: list.at,
  };
}

/** How a page names the next one. Where pages have numbers, it may leave that out. */
function leadingIn({ page, cursor }: Paging): Paging['cursor'] {
  return page === undefined ? cursor : undefined;
}

/** The query that requests the largest page. */
function largestPageOf(paging: Paging | undefined): object {
  const { name = '', schema } = paging?.size ?? {};
  return schema?.maximum === undefined ? {} : { query: { [name]: schema.maximum } };
}

/** The parameter that certainly searches this member. */
function searchOf(query: ReturnType<typeof queryOf>, members: Members, member: string): string | undefined {
  const found = partsOf(query, members)
    .filter(isCertain)
    .map(({ update }) => update['x-listing'] as Partial<ListingNode>);
  return found.find((node) => node?.search?.members.includes(member))?.search?.parameter;
}
