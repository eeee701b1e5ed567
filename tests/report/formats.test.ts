import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { DOMParser } from '@xmldom/xmldom';
import { Ajv } from 'ajv';
import { validate as validateCtrf } from 'ctrf';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { marked } from 'marked';
import { beforeAll, describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { type FaultyRun, faultyRun } from '../../scripts/docs/faulty-run.ts';
import { packageRoot } from '../../src/package.ts';
import { REPORTERS, type ReporterName } from '../../src/report/formats/reporter.ts';
import { countsOf } from '../../src/report/formats/test-status.ts';
import type { Report } from '../../src/report/model.ts';
import { hostileReport, nastyReport } from './sample.ts';

const require = createRequire(import.meta.url);
const nowhere = () => undefined;

let run: FaultyRun;
let text: Readonly<Record<ReporterName, string>>;
beforeAll(async () => {
  run = await faultyRun(30);
  text = Object.fromEntries(
    Object.entries(REPORTERS).map(([name, { render }]) => [name, render(run.report, run.placeOf)]),
  ) as typeof text;
});

describe('one run with 30 faults', () => {
  test('has found every one of them', () => {
    const planted = new Set(run.mutants.map(({ violates }) => violates));
    expect(planted.size).toBe(30);
    const told = new Set(run.report.findings.flatMap(({ clauses }) => clauses));
    expect([...planted].filter((clause) => !told.has(clause))).toEqual([]);
    expect(run.report.findings.length).toBeGreaterThan(15);
  });

  test('has the same numbers in every format', () => {
    const { tests, passed, failed, error, skipped, findings } = countsOf(run.report);
    expect(passed + failed + error + skipped).toBe(tests);
    const expected = { tests, passed, failed, error, skipped };
    expect(countsOfDom(text.junit)).toEqual(expected);
    expect(countsOfFastXml(text.junit)).toEqual(expected);
    expect(countsOfTap(text.tap)).toEqual(expected);
    expect(countsOfCtrf(text.ctrf)).toEqual(expected);
    expect(text.markdown).toContain(
      `${tests} test cases in JUnit, CTRF and TAP: ${passed} passed (a SHOULD that is not met fails with --strict alone), ${failed} failed, ${error} with errors, ${skipped} skipped.`,
    );
    expect(text.markdown.match(/<details><summary>(?:FAIL|WARN)/gu)).toHaveLength(findings);
    expect(text.badge).toContain(`${failed} of ${tests} clauses failed`);
    expect(JSON.parse(text['badge-json'])).toMatchObject({ message: `${failed} of ${tests} clauses failed` });
    const sarif = JSON.parse(text.sarif) as SarifLog;
    expect(sarif.runs[0]?.results).toHaveLength(findings);
    expect(sarif.runs[0]?.properties.counts).toMatchObject(expected);
    expect((JSON.parse(text.json) as Report).findings).toHaveLength(findings);
    const cited = new Set(run.report.findings.flatMap(({ exchanges }) => exchanges));
    const har = JSON.parse(text.har) as HarLog;
    expect(har.log.entries.filter(({ _findings }) => _findings.length > 0)).toHaveLength(cited.size);
    expect(new Set(har.log.entries.flatMap(({ _findings }) => _findings)).size).toBe(
      run.report.findings.filter(({ exchanges }) => exchanges.length > 0).length,
    );
  });

  test("knows the lines of the contract document that are broken, and points at no file that is not the user's", () => {
    const lines = readFileSync(join(packageRoot(), 'spec/openapi.yaml'), 'utf8').split('\n');
    const results = (JSON.parse(text.sarif) as SarifLog).runs[0]?.results ?? [];
    const typed = results.filter(({ ruleId }) => /^\w+\/\d+\/.+\/type$/u.test(ruleId));
    expect(typed.length).toBeGreaterThan(3);
    for (const { ruleId } of typed) {
      const place = run.placeOf(ruleId);
      expect(place?.file).toBe('spec/openapi.yaml');
      expect(lines[(place?.line ?? 0) - 1], ruleId).toMatch(/\b(?:type|oneOf|anyOf|const|enum):/u);
    }
    expect(results.map(({ locations: [one] }) => one?.physicalLocation).filter(Boolean)).toEqual([]);
  });

  test('points at the target file, where there is one', () => {
    const users = { file: 'conform.yaml', line: 1 };
    const log = JSON.parse(
      REPORTERS.sarif.render(run.report, () => ({ file: 'spec/openapi.yaml', line: 9, users })),
    ) as SarifLog;
    const [place] = log.runs[0]?.results[0]?.locations ?? [];
    expect(place?.physicalLocation).toEqual({ artifactLocation: { uri: 'conform.yaml' }, region: { startLine: 1 } });
    expect(REPORTERS.github.render(run.report, () => ({ file: 'x', line: 9, users }))).toMatch(
      /^::error file=conform\.yaml,line=1,/u,
    );
  });

  test('annotates what GitHub shows, and says how much more there is', () => {
    const errors = text.github.split('\n').filter((line) => line.startsWith('::error '));
    expect(errors).toHaveLength(10);
    expect(errors[0]).toMatch(/^::error title=[^:]+::\S/u);
    const fails = run.report.findings.filter(({ verdict }) => verdict === 'fail').length;
    expect(errors.at(-1)).toContain(`and ${fails - 9} more findings`);
  });
});

describe.each([
  ['30 faults', () => run.report],
  ['hostile text', () => nastyReport],
  ['nothing in it', () => ({ ...nastyReport, findings: [], clauses: [], exchanges: [], readings: [] })],
])('a report with %s', (_name, report) => {
  const rendered = (name: ReporterName) => REPORTERS[name].render(report(), nowhere);

  test('is valid JUnit XML', async () => {
    const schema = readFileSync(new URL('junit.xsd', import.meta.url), 'utf8');
    const { errors } = await validateXML({ xml: rendered('junit'), schema });
    expect(errors).toEqual([]);
  });

  test('is valid HAR 1.2', () => {
    expect(harFaults(JSON.parse(rendered('har')))).toEqual([]);
    expect(harFaults({ log: { version: '1.2' } })).not.toEqual([]);
  });

  test('is valid CTRF', () => {
    expect(validateCtrf(JSON.parse(rendered('ctrf')))).toMatchObject({ valid: true });
    expect(validateCtrf({ results: {} }).valid).toBe(false);
  });

  test('makes a badge that is an image', () => {
    expect(XMLValidator.validate(rendered('badge'))).toBe(true);
    expect(Object.keys(JSON.parse(rendered('badge-json')) as object)).toEqual([
      'schemaVersion',
      'label',
      'message',
      'color',
    ]);
  });
});

describe('hostile text', () => {
  test.each(Object.keys(REPORTERS) as ReporterName[])(
    'reaches %s without a raw control or invisible character',
    (name) => {
      const rendered = REPORTERS[name].render(hostileReport(), nowhere);
      expect(rendered.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
    },
  );

  test('makes no line, no command and no element of its own', () => {
    const rendered = (name: ReporterName) => REPORTERS[name].render(hostileReport(), nowhere);
    expect(
      rendered('github')
        .split('\n')
        .filter((line) => line.startsWith('::set-env')),
    ).toEqual([]);
    for (const line of rendered('github').trimEnd().split('\n')) expect(line).toMatch(/^::(?:error|warning) title=/u);
    expect(countsOfDom(rendered('junit')).tests).toBe(1);
    expect(rendered('junit')).not.toContain('<script');
    expect(elementsOf(rendered('markdown'))).toEqual(
      'blockquote br code details em h2 h3 li p pre strong summary table tbody td th thead tr ul'
        .split(' ')
        .filter((name) => elementsOf(rendered('markdown')).includes(name)),
    );
    expect(elementsOf('<b>[a](http://evil.example)</b>')).toEqual(['a', 'b', 'p']);
    for (const name of ['github', 'junit', 'tap', 'markdown'] as const)
      expect(rendered(name)).not.toMatch(/##vso\[|^\s*::set-env/mu);
    const tap = rendered('tap').split('\n');
    expect(tap.filter((line) => /^(?:not )?ok /u.test(line))).toHaveLength(1);
  });

  test('stays a summary that GitHub keeps, however much there is', () => {
    const [finding] = nastyReport.findings.slice(1);
    if (finding === undefined) throw new Error('the sample has findings');
    const large = { ...nastyReport, findings: Array.from({ length: 10_000 }, () => finding) };
    expect(Buffer.byteLength(REPORTERS.markdown.render(large, nowhere))).toBeLessThan(1_000_000);
    expect(REPORTERS.markdown.render(large, nowhere)).toMatch(/… and \d+ more in the report/u);
    expect((JSON.parse(REPORTERS.sarif.render(large, nowhere)) as SarifLog).runs[0]?.results).toHaveLength(5000);
  });
});

/** The names of the elements that a Markdown renderer makes of a text. */
function elementsOf(markdown: string): readonly string[] {
  const html = marked.parse(markdown, { async: false }).replaceAll(/<!--.*?-->/gu, '');
  return [...new Set([...html.matchAll(/<([a-z][a-z0-9]*)/giu)].map(([, name = '']) => name))].sort();
}

interface Counted {
  readonly tests: number;
  readonly passed: number;
  readonly failed: number;
  readonly error: number;
  readonly skipped: number;
}

function counted(results: readonly ('passed' | 'failed' | 'error' | 'skipped')[]): Counted {
  const count = (one: string) => results.filter((result) => result === one).length;
  return {
    tests: results.length,
    passed: count('passed'),
    failed: count('failed'),
    error: count('error'),
    skipped: count('skipped'),
  };
}

/** The first reader of JUnit XML: a DOM, as Jenkins and Azure use. Its cases and its attributes have to agree. */
function countsOfDom(xml: string): Counted {
  const document = new DOMParser({
    onError: (level, message) => {
      throw new Error(`${level}: ${message}`);
    },
  }).parseFromString(xml, 'text/xml');
  const all = (name: string) => document.getElementsByTagName(name);
  const counts = counted([
    ...Array.from(all('failure'), () => 'failed' as const),
    ...Array.from(all('error'), () => 'error' as const),
    ...Array.from(all('skipped'), () => 'skipped' as const),
  ]);
  const root = document.documentElement;
  expect(root?.getAttribute('tests')).toBe(String(all('testcase').length));
  expect(root?.getAttribute('failures')).toBe(String(counts.failed));
  expect(root?.getAttribute('errors')).toBe(String(counts.error));
  return { ...counts, tests: all('testcase').length, passed: all('testcase').length - counts.tests };
}

/** The second reader: other people's parser, and the numbers that the suites say of themselves. */
function countsOfFastXml(xml: string): Counted {
  const parsed = new XMLParser({
    ignoreAttributes: false,
    isArray: (name) => name === 'testsuite',
    processEntities: { enabled: true, maxTotalExpansions: 100_000 },
  }).parse(xml) as {
    readonly testsuites: { readonly testsuite: readonly Readonly<Record<string, string>>[] };
  };
  const sum = (name: string) =>
    parsed.testsuites.testsuite.reduce((total, suite) => total + Number(suite[`@_${name}`]), 0);
  const [tests, failed, error, skipped] = [sum('tests'), sum('failures'), sum('errors'), sum('skipped')];
  return { tests, failed, error, skipped, passed: tests - failed - error - skipped };
}

function countsOfTap(tap: string): Counted {
  const lines = tap.split('\n').filter((line) => /^(?:not )?ok \d/u.test(line));
  expect(tap).toMatch(new RegExp(`^TAP version 14\\n1\\.\\.${lines.length}\\n`, 'u'));
  const { report } = run;
  return counted(
    lines.map((line, index) => {
      if (line.includes(' # SKIP ')) return 'skipped';
      if (line.startsWith('ok')) return 'passed';
      return report.clauses[index]?.verdict === 'fail' ? 'failed' : 'error';
    }),
  );
}

function countsOfCtrf(json: string): Counted {
  const { results } = JSON.parse(json) as {
    readonly results: {
      readonly summary: Readonly<Record<string, number>>;
      readonly tests: readonly { readonly status: 'passed' | 'failed' | 'skipped' | 'other' }[];
    };
  };
  const counts = counted(results.tests.map(({ status }) => (status === 'other' ? 'error' : status)));
  const { tests, passed, failed, skipped, other } = results.summary;
  expect({ tests, passed, failed, skipped, error: other }).toEqual(counts);
  return counts;
}

function harFaults(har: unknown): readonly unknown[] {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  ajv.addMetaSchema(require('ajv/dist/refs/json-schema-draft-06.json') as object);
  const schemas = require('har-schema') as Readonly<Record<string, object>>;
  for (const schema of Object.values(schemas)) ajv.addSchema(schema);
  const validate = ajv.getSchema('har.json#');
  if (validate === undefined) throw new Error('har-schema has no har.json');
  return validate(har) ? [] : (validate.errors ?? []);
}

interface SarifLog {
  readonly runs: readonly {
    readonly results: readonly {
      readonly ruleId: string;
      readonly locations: readonly {
        readonly physicalLocation?: {
          readonly artifactLocation: { readonly uri: string };
          readonly region: { readonly startLine: number };
        };
      }[];
    }[];
    readonly properties: { readonly counts: Counted };
  }[];
}

interface HarLog {
  readonly log: { readonly entries: readonly { readonly _findings: readonly string[] }[] };
}
