import { describe, expect, test } from 'vitest';
import { allMutants } from '../fixtures/mutants/index.ts';
import { type AnyCheck, isAnswerCheck } from '../src/check/check.ts';
import { derive } from '../src/rules/index.ts';
import { allChecks } from '../suites/index.ts';
import { contractUnder, fullReadings, loaded } from './support/contract.ts';
import { sourcesBelow } from './support/sources.ts';
import { suiteOf } from './support/suites.ts';

const contract = contractUnder();

describe('the checks of the suites', () => {
  test('are about clauses that the document states', () => {
    expect(allChecks.map(({ clause }) => clause).filter((clause) => !contract.everyStated.has(clause))).toEqual([]);
  });

  test('are about clauses that a client can see', () => {
    expect(
      allChecks
        .filter(({ clause }) => contract.everyStated.get(clause)?.unobservable !== undefined)
        .map(({ clause }) => clause),
    ).toEqual([]);
  });

  test('have ids of their own, those that send and those that are asked of every answer', () => {
    expect(doubles(allChecks.filter((one) => !isAnswerCheck(one)).map(nameOf))).toEqual([]);
    expect(doubles(allChecks.filter(isAnswerCheck).map(nameOf))).toEqual([]);
  });

  test('stand for every stated clause that a client can see, unless a declaration does', () => {
    const checked = new Set(allChecks.map(({ clause }) => clause));
    const unchecked = [...contract.everyStated.values()].filter(
      ({ id, level, unobservable, invariant, life }) =>
        level !== 'MAY' &&
        unobservable === undefined &&
        invariant === undefined &&
        life === undefined &&
        !checked.has(id),
    );
    expect(unchecked.map(({ id }) => id)).toEqual([]);
  });

  test('are all in the index: none that a file declares is forgotten', async () => {
    const files = sourcesBelow('suites').filter(({ path }) => path.endsWith('.check.ts'));
    expect(files.length).toBeGreaterThan(20);
    const listed = new Set<unknown>(allChecks);
    for (const { path } of files) {
      const module = (await import(new URL(`../${path}`, import.meta.url).href)) as Readonly<Record<string, unknown>>;
      const forgotten = Object.entries(module)
        .filter(([, value]) => isCheck(value) && !listed.has(value))
        .map(([name]) => `${path}: ${name}`);
      expect(forgotten).toEqual([]);
    }
  });

  test('make a suite under every reading', () => {
    for (const choices of [{}, ...fullReadings()])
      expect(suiteOf(allChecks, choices).checks.length).toBeGreaterThan(200);
  });
});

describe('no literal of the contract is repeated in a suite', () => {
  test('no HTTP status', () => {
    const sources = sourcesBelow('suites').filter(({ path }) => !path.endsWith('.test.ts'));
    const found = sources.flatMap(({ path, text }) => literals(text).map((literal) => `${path}: ${literal}`));
    expect(found).toEqual([]);
  });

  test('and the search for one finds one', () => {
    expect(
      literals('if (status === 404) return;\n// 503 in a comment\nconst text = "500 errors";\nif (status >= 400) {}'),
    ).toEqual(['404']);
  });
});

describe('clauses', () => {
  test.each([{}, ...fullReadings()])('have ids of their own under %j, derived and stated alike', (choices) => {
    const under = contractUnder(choices);
    const derived = new Set(derive(under).clauses.map(({ id }) => id));
    expect([...under.stated.keys()].filter((id) => derived.has(id))).toEqual([]);
  });

  test('of one derived id come from one operation', () => {
    for (const clause of derive(contract).clauses) expect(clause.id.split('/')[0]).toBe(clause.operation);
  });
});

describe('mutants', () => {
  const mutants = allMutants(loaded);

  test('have ids of their own', () => {
    expect(mutants.length).toBeGreaterThan(500);
    expect(doubles(mutants.map(({ id }) => id))).toEqual([]);
  });

  test('violate clauses that there are', () => {
    const known = new Set(
      [{}, ...fullReadings()].flatMap((choices) => [...suiteOf(allChecks, choices).clauses.keys()]),
    );
    expect(
      mutants.filter(({ violates }) => !known.has(violates)).map(({ id, violates }) => `${id}: ${violates}`),
    ).toEqual([]);
  });

  test('say why', () => {
    expect(mutants.filter(({ because }) => because.trim() === '').map(({ id }) => id)).toEqual([]);
  });
});

function nameOf(one: AnyCheck): string {
  return isAnswerCheck(one) || one.variant === undefined ? one.clause : `${one.clause}#${one.variant}`;
}

function isCheck(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'clause' in value && 'judge' in value;
}

function doubles(ids: readonly string[]): readonly string[] {
  return ids.filter((id, index) => ids.indexOf(id) !== index);
}

/** Numbers that could only be a status, outside comments and texts. To ask for a class (`>= 400`) is no literal status. */
function literals(text: string): readonly string[] {
  const code = text
    .replaceAll(/[<>]=?\s*[1-5]00\b/gu, '')
    .replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/gu, '');
  return [...code.matchAll(/(?<![\w.])(?:1\d\d|[2-5]\d\d)(?![\w.])/gu)]
    .map(([literal]) => literal)
    .filter((literal) => STATUSES.has(literal));
}

const STATUSES: ReadonlySet<string> = new Set([
  '101',
  '200',
  '201',
  '202',
  '203',
  '204',
  '206',
  '301',
  '302',
  '303',
  '304',
  '307',
  '308',
  '400',
  '401',
  '402',
  '403',
  '404',
  '405',
  '406',
  '408',
  '409',
  '410',
  '411',
  '412',
  '413',
  '414',
  '415',
  '418',
  '421',
  '422',
  '423',
  '425',
  '426',
  '428',
  '429',
  '431',
  '451',
  '500',
  '501',
  '502',
  '503',
  '504',
  '505',
  '511',
]);
