import type { Listing } from '../../contract/listing.ts';
import type { Filter } from '../../contract/listing-node.ts';
import { isFlag } from '../../contract/recognise/shape.ts';
import { listedValues } from '../../schema/schema.ts';
import type { Query, Row } from './answer.ts';
import {
  codePaths,
  explaining,
  type Fault,
  inQuery,
  inResult,
  isSelective,
  names,
  unfiltered,
  type When,
  without,
} from './fault.ts';
import { boundSlug, filterSlug, fractionSlug, SLUGS, takesFractions } from './slugs.ts';
import { filtersOf, measure, measureOf, pageOf, passes, searchOf } from './values.ts';

/** Faults of filters: ignored in some situations, off by one, bounds excluded, the wrong relation, fitting items lost. */
export function filterFaults(listing: Listing): readonly Fault[] {
  return listing.filters.flatMap((filter) => [
    ...lostFaults(listing, filter),
    ...(filter.relation === 'equals' ? valueFaults(listing, filter) : boundFaults(listing, filter)),
    losesSome(filter),
    allLostLater(listing, filter),
  ]);
}

/** All filters are ignored on later pages. Each filter has this fault, so that it explains whichever clause is broken. */
function allLostLater(listing: Listing, filter: Filter): Fault {
  const [id, because] = [`${filter.parameter}-lost-with-all-on-later-pages`, 'on later pages no filter holds'];
  const isLater: When = (query) => pageOf(listing, query) > 1 && isSelective(listing, query);
  return explaining(inQuery(id, filterSlug(filter), because, isLater, (query) => unfiltered(listing, query)));
}

/** The filter is ignored: always, on one code path of the service, or wherever several filters apply. */
function lostFaults(listing: Listing, filter: Filter): readonly Fault[] {
  const { parameter } = filter;
  const asked = names(parameter);
  const own = filterSlug(filter);
  const isCombined: When = (query) =>
    asked(query) && (filtersOf(listing, query).length > 1 || searchOf(listing, query) !== undefined);
  const lost = (id: string, words: string, when: When, slug: string): Fault =>
    inQuery(`${parameter}-lost${id}`, slug, `${parameter} is ignored${words}`, when, (query) =>
      without(query, parameter),
    );
  // Beside a filter or a search, the clause is broken that they hold together.
  const together = [...listing.filters, listing.search].map((one) => `beside-${one?.parameter}`);
  return [
    lost('', '', asked, own),
    ...codePaths(listing, parameter).map(({ name, words, holds }) => ({
      ...lost(
        `-${name}`,
        ` ${words}`,
        (query) => asked(query) && holds(query),
        together.includes(name) ? SLUGS.together : own,
      ),
      ...(name.startsWith('beside-sort-') ? { amongMore: SLUGS.together } : {}),
    })),
    lost(
      '-among-all-on-later-pages',
      ' among several filters on later pages',
      (query) => isCombined(query) && pageOf(listing, query) > 1,
      SLUGS.together,
    ),
    lost('-among-all', ' among several filters', isCombined, SLUGS.together),
  ];
}

/** The same fault in a service that starts from all items, instead of those that the parameter selects. */
function amongAll(fault: Fault, parameter: string): Fault {
  return { ...fault, change: { ...fault.change, rewrite: (query) => without(query, parameter) } };
}

function boundFaults(listing: Listing, filter: Filter): readonly Fault[] {
  const { parameter, member, relation } = filter;
  const [asked, own, bound] = [names(parameter), filterSlug(filter), boundSlug(filter)];
  const sign = relation === 'at-least' ? 1 : -1;
  const distance = (row: Row, value: string) =>
    sign * ((measureOf(row, member) ?? 0) - (measure(value) ?? Number(value)));
  /** Only items with the right distance to the bound are kept. */
  const kept = (id: string, slug: string, because: string, isRight: (distance: number) => boolean, when = asked) =>
    inResult(`${parameter}-${id}`, slug, because, when, (rows, { [parameter]: value = '' }) =>
      rows.filter((row) => isRight(distance(row, value))),
    );
  const lacking = `an item that is just ${parameter} is left out`;
  const isCombined: When = (query) => asked(query) && filtersOf(listing, query).length > 1;
  return [
    kept('exclusive', bound, lacking, (by) => by > 0),
    kept('exclusive-combined', bound, `beside other filters ${lacking}`, (by) => by > 0, isCombined),
    inResult(
      `${parameter}-nothing-on-the-bound`,
      bound,
      `where all that fits is just ${parameter}, nothing is found`,
      asked,
      (rows, { [parameter]: value = '' }) => (rows.every((row) => passes(filter, value, row) === 'bound') ? [] : rows),
    ),
    moved(parameter, 'one-too-lenient', own, `${parameter} is taken as one step wider`, (value) => value - sign),
    kept('one-too-strict', SLUGS.keep, `items within two of ${parameter} are left out`, (by) => by > 2 || by <= 0),
    explaining(
      amongAll(
        kept('turned', own, `${parameter} is taken for a bound on the other side`, (by) => by <= 0),
        parameter,
      ),
    ),
    kept('as-equal', SLUGS.keep, `${parameter} is taken for the one value that fits`, (by) => by === 0),
    ...(takesFractions(listing, filter) ? roundedFaults(filter, sign) : []),
  ].filter(({ slug }) => filter.open !== true || slug !== bound);
}

/** The service uses another bound. */
function moved(parameter: string, id: string, slug: string, because: string, move: (bound: number) => number): Fault {
  return inQuery(`${parameter}-${id}`, slug, because, names(parameter), (query) => ({
    ...query,
    [parameter]: String(move(Number(query[parameter]))),
  }));
}

function roundedFaults(filter: Filter, sign: 1 | -1): readonly Fault[] {
  const { parameter } = filter;
  const slug = fractionSlug(filter);
  const [lower, upper] = sign === 1 ? [Math.floor, Math.ceil] : [Math.ceil, Math.floor];
  return [
    moved(parameter, 'rounded-down', slug, `the fraction of ${parameter} is cut off`, lower),
    moved(parameter, 'rounded-up', slug, `the fraction of ${parameter} is rounded up`, upper),
    moved(parameter, 'rounded', slug, `${parameter} is rounded`, Math.round),
  ];
}

function valueFaults(listing: Listing, filter: Filter): readonly Fault[] {
  const { parameter, member } = filter;
  const slug = filterSlug(filter);
  const schema = listing.schemas[parameter] ?? {};
  // Many a service takes `false` for no value.
  const declared = isFlag(schema) ? ['true', 'false'] : (listedValues(schema) ?? []).map(String);
  const alike = `${parameter} is compared by its first letter`;
  return [
    ...declared.flatMap((value): readonly Fault[] => {
      const one: When = (query) => query[parameter] === value;
      const lost = (query: Query) => without(query, parameter);
      return [
        inQuery(`${parameter}-lost-for-${value}`, slug, `${parameter} ${value} is ignored`, one, lost),
        inResult(`${parameter}-nothing-for-${value}`, SLUGS.keep, `${parameter} ${value} finds nothing`, one, () => []),
      ];
    }),
    amongAll(
      inResult(`${parameter}-by-its-beginning`, slug, alike, names(parameter), (rows, { [parameter]: value = '' }) =>
        rows.filter(({ values }) => String(values[member]).startsWith(value.slice(0, 1))),
      ),
      parameter,
    ),
  ];
}

function losesSome(filter: Filter): Fault {
  const { parameter } = filter;
  const because = `beside ${parameter} one of the items that fit is lost`;
  return inResult(`${parameter}-loses-some`, SLUGS.keep, because, names(parameter), (rows, query) => {
    const at = rows.findLastIndex((row) => passes(filter, query[parameter] ?? '', row) === 'yes');
    return at < 0 ? rows : rows.filter((_row, index) => index !== at);
  });
}
