import { defined } from '../../defined.ts';
import { lastSegment } from '../../schema/pointer.ts';
import type { Schema } from '../../schema/schema.ts';
import type { ParameterNode } from '../document.ts';
import type { ListingNode, NextPage } from '../listing-node.ts';
import { isNumber, type List, plainName, sentencesIn } from './shape.ts';

/** Names of parameters and members, in the form of `plainName`. */
const NAMES = {
  size: /^(?:limit|size|count|take|top|(?:max)?pagesize|perpage|pagelimit|maxresults|\w+sperpage)$/u,
  // Without a parameter for the page or a link to the next one, `size` and `count` may be about anything else.
  sizeAlone: /^(?:limit|(?:max)?pagesize|perpage|pagelimit|maxresults)$/u,
  offset: /^(?:offset|skip|pageoffset)$/u,
  page: /page(?:no|num|number|index)?$/u,
  cursor: /^(?:cursor|pagetoken|nexttoken|continuation(?:token)?|marker|startingafter|after(?:id)?|lastid)$/u,
  afterItem: /^(?:startingafter|afterid|lastid)$/u,
  more: /^has(?:more|next(?:page)?)$/u,
  next: /^(?:next|endcursor|cursor|(?:next)?(?:cursor|token|pagetoken|marker|continuation(?:token)?))$/u,
  link: /^next(?:page)?(?:link|url|uri|href)$/u,
  other: /^start(?:index|at|position)?$|^from(?:index|row|record)?$|^page/u,
  // The last form is that of OData (Protocol 4.01 section 11.2.6.5).
  total: /^total(?:count|items|results|elements|records|hits|size)?$|^(?:item|record|result)count$|^odatacount$/u,
  count: /^count$/u,
  pages: /^(?:totalpages|pages|pagecount|lastpage)$/u,
  pageEcho: /^(?:current)?page(?:no|num|number|index)?$/u,
  // In the pages of Spring, which count from 0 and say how many items they hold.
  springPage: /^number$/u,
  springCount: /^numberofelements$/u,
  sizeEcho: /^(?:limit|pagesize|perpage)$/u,
} as const;

/** Is it a cursor by its name? Only values that the service gives out are valid cursors. */
export function isCursor(parameter: string): boolean {
  return NAMES.cursor.test(plainName(parameter));
}

/** Does the value ask for a later page than the first, by the name of its parameter? */
export function asksForLaterPage(parameter: ParameterNode, value: string): boolean {
  const name = plainName(parameter.name);
  const isOffset = NAMES.offset.test(name);
  const isPaging = isOffset || (NAMES.page.test(name) && !NAMES.size.test(name));
  return isPaging && Number(value) > (firstPageOf(parameter) ?? (isOffset ? 0 : 1));
}

/** Has the value no meaning as a page or its size, such as page 0 or a size of -1, although the document has no least one? */
export function isBelowPaging(parameter: ParameterNode, value: string): boolean {
  const name = plainName(parameter.name);
  const { minimum, exclusiveMinimum } = parameter.schema;
  const isBounded = minimum !== undefined || exclusiveMinimum !== undefined;
  const isSize = NAMES.size.test(name);
  if (isBounded || !(isSize || NAMES.offset.test(name) || NAMES.page.test(name))) return false;
  const least = isSize ? 1 : (firstPageOf(parameter) ?? (NAMES.offset.test(name) ? 0 : 1));
  return value !== '' && Number(value) < least;
}

/** How a listing is paged, if `x-listing` can express it. */
export interface Paging {
  readonly page?: ParameterNode;
  readonly as?: NonNullable<ListingNode['page']>['as'];
  readonly size?: ParameterNode;
  readonly total?: ListingNode['total'];
  readonly cursor?: ListingNode['cursor'];
}

/** How the listing is paged; in words if `x-listing` cannot express it; undefined if it is not paged. */
export function pagingOf(query: readonly ParameterNode[], list: List): Paging | string | undefined {
  const size = query.find((one) => isNumberNamed(one, NAMES.size));
  const page = query.find((one) => one !== size && isNumberNamed(one, NAMES.page));
  const start = page ?? query.find((one) => isNumberNamed(one, NAMES.offset));
  if (start === undefined) return pagingWithoutPage(query, size, list);
  const total = totalIn(list) ?? numberAt(list, NAMES.count);
  if (size === undefined && (page === undefined || total === undefined))
    return `no parameter beside ${start.name} is the size of a page`;
  return { page: start, ...defined({ size, as: formOf(page), total, cursor: ledIn(list) }) };
}

/** The pages name the address of the next one. */
function ledIn(list: List): Paging['cursor'] {
  const next = linkIn(list);
  return next === undefined ? undefined : { next };
}

/** How the parameter names a page: by an offset (if there is no page number), or by numbers from 0; undefined for from 1. */
function formOf(page: ParameterNode | undefined): Paging['as'] {
  if (page === undefined) return 'offset';
  return firstPageOf(page) === 0 ? 'page-from-0' : undefined;
}

/** Paged by a cursor, or by a size alone. A count is then no total: it may be that of the page. */
function pagingWithoutPage(
  query: readonly ParameterNode[],
  size: ParameterNode | undefined,
  list: List,
): Paging | string | undefined {
  const other = query.find((one) => one !== size && isNumberNamed(one, NAMES.other));
  if (other !== undefined) return `it is paged by ${other.name}, which x-listing has no form for`;
  // `after` with a date is a filter.
  const cursor = query.find((one) => isNamed(one, NAMES.cursor) && !isDateLike(one.schema));
  const total = defined({ total: totalIn(list) });
  if (cursor === undefined)
    return size !== undefined && (isNamed(size, NAMES.sizeAlone) || ledIn(list) !== undefined)
      ? { size, ...total, ...defined({ cursor: ledIn(list) }) }
      : undefined;
  const afterItem = NAMES.afterItem.test(plainName(cursor.name))
    ? { item: list.id, ...defined({ more: placeNamed(list.flags, NAMES.more) }) }
    : undefined;
  const next = placeNamed(list.texts, NAMES.next) ?? linkIn(list) ?? afterItem;
  if (size === undefined) return `it is paged by ${cursor.name}, and no parameter is the size of a page`;
  if (next === undefined) return `it is paged by ${cursor.name}, and no member of its answer is the next cursor`;
  return { size, cursor: { parameter: cursor.name, next }, ...total };
}

function isNamed(parameter: ParameterNode, name: RegExp): boolean {
  return name.test(plainName(parameter.name));
}

function isNumberNamed(parameter: ParameterNode, name: RegExp): boolean {
  return isNamed(parameter, name) && isNumber(parameter.schema);
}

/** Such a total may be wrong. */
const ESTIMATED = /\bestimat|\bapprox/iu;

export function totalIn(list: List): ListingNode['total'] {
  const exact = [...list.numbers].filter(([, { description = '' }]) => !ESTIMATED.test(description));
  return placeNamed(new Map(exact), NAMES.total) ?? list.totalHeader;
}

/** Where the address of the next page stands. A member called just `next` has to be a URI or below `links`. */
function linkIn({ texts, linkHeader }: List): NextPage | undefined {
  const addresses = new Map(
    [...texts].filter(([at, { format = '' }]) => /^[iu]ri/u.test(format) || /links/iu.test(at)),
  );
  return placeNamed(texts, NAMES.link) ?? placeNamed(addresses, NAMES.next) ?? linkHeader;
}

/** Is nothing in the query or beside the items about pages, by its name? A number with a default may limit the answer as well. */
export function isUnpaged(query: readonly ParameterNode[], { numbers, flags, texts, linkHeader }: List): boolean {
  const beside = new Map([...numbers, ...flags, ...texts]);
  const names = [NAMES.size, NAMES.offset, NAMES.page, NAMES.cursor, NAMES.other];
  const signs = [NAMES.pages, NAMES.pageEcho, NAMES.sizeEcho, NAMES.more, NAMES.next, NAMES.link];
  const isOfPages = (one: ParameterNode) =>
    names.some((name) => isNamed(one, name)) || (isNumber(one.schema) && one.schema.default !== undefined);
  return (
    linkHeader === undefined && !query.some(isOfPages) && signs.every((name) => placeNamed(beside, name) === undefined)
  );
}

/** Some documents have formats of their own, such as `datetime`. */
function isDateLike({ format = '' }: Schema): boolean {
  return format.startsWith('date');
}

/** Is it certain where the first page is (an offset begins at 0), and that the total is none of the page? */
export function isCertain(paging: Paging, list: List): boolean {
  const isOfDjango = hasDjangoForm(list);
  const isTotal = isOfDjango || (numberAt(list, NAMES.count) ?? '') !== paging.total;
  return isTotal && isFirstPageKnown(paging, isOfDjango || hasLastPage(list) ? 1 : undefined);
}

function isFirstPageKnown({ page, as }: Paging, usual: number | undefined): boolean {
  return as !== undefined || page === undefined || (firstPageOf(page) ?? usual) === 1;
}

/** The pages of Laravel: the number of the last page beside that of this one, which count from 1. */
function hasLastPage(list: List): boolean {
  return [/^lastpage$/u, /^currentpage$/u].every((name) => numberAt(list, name) !== undefined);
}

/** The pages of Django REST framework: a count of all, and links to the pages beside this one. They count from 1. */
function hasDjangoForm({ numbers, texts }: List): boolean {
  return (
    numbers.has('/count') && ['/next', '/previous'].every((at) => texts.get(at)?.format?.startsWith('uri') === true)
  );
}

/** The number of the first page, if the document says it. */
function firstPageOf({ schema, description = '' }: ParameterNode): number | undefined {
  const { default: first, minimum, exclusiveMinimum } = schema;
  if (typeof first === 'number') return first;
  if (minimum !== undefined) return minimum;
  if (exclusiveMinimum !== undefined) return exclusiveMinimum + 1;
  const stated = /(?:from|at|with) (?<first>[01])\b|\b(?<based>[01])-based/u.exec(description)?.groups;
  return stated === undefined ? undefined : Number(stated['first'] ?? stated['based']);
}

/** `x-listing` without its parts: they are separate proposals, so that each can be left out. */
export function baseOf(list: List, { page, as, size, total, cursor }: Paging, description = '') {
  const echoOf = ({ name }: ParameterNode, names: RegExp) =>
    numberAt(list, new RegExp(`^${plainName(name)}$`, 'u')) ?? numberAt(list, names);
  const isOfSpring = as === 'page-from-0' && numberAt(list, NAMES.springCount) !== undefined;
  const pageName = as === 'offset' ? NAMES.offset : isOfSpring ? NAMES.springPage : NAMES.pageEcho;
  return {
    recognised: true,
    items: list.at,
    id: list.id,
    ...defined({ total, pages: numberAt(list, NAMES.pages), cursor }),
    ...(page === undefined
      ? {}
      : {
          page: {
            parameter: page.name,
            ...defined({ as, echo: echoOf(page, pageName) }),
            ...(sentencesIn(`${page.description ?? ''}. ${description}`).some(saysEmpty) && { past: 'empty' as const }),
          },
        }),
    ...(size === undefined
      ? {}
      : {
          size: {
            parameter: size.name,
            ...defined({ echo: echoOf(size, NAMES.sizeEcho) }),
            ...(mayBeShort(size) && { fewer: true as const }),
          },
        }),
    filters: [],
  };
}

const FEWER =
  /\b(?:may|might|can|could)\b(?! not)[^.;]{0,40}\bfewer\b|\bfewer\b[^.;]{0,60}\b(?:may|might|can|could)\b(?! not)/iu;
const AT_MOST = /\b(?:at most|up to)\b(?!\s*\**\d)/iu;

/** Do the words of the size leave it to the service to give fewer? `At most` does where the document has no maximum. */
function mayBeShort({ schema, description = '' }: ParameterNode): boolean {
  const words = `${description} ${schema.description ?? ''}`;
  return FEWER.test(words) || (schema.maximum === undefined && AT_MOST.test(words));
}

/** Does the sentence say that a page past the end is empty? */
function saysEmpty(sentence: string): boolean {
  return (
    /\b(?:past|beyond|behind|after)\b.*\b(?:last|end)\b/iu.test(sentence) && /\b(?:empty|no items)\b/iu.test(sentence)
  );
}

/** The place of the first number beside the items with this name. */
function numberAt({ numbers }: List, name: RegExp): string | undefined {
  return placeNamed(numbers, name);
}

function placeNamed(places: ReadonlyMap<string, unknown>, name: RegExp): string | undefined {
  // JSON-LD puts a prefix before names: `hydra:totalItems`.
  return [...places.keys()].find((at) => name.test(plainName(lastSegment(at).replace(/^\w+:/u, ''))));
}
