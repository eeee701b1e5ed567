import { present } from '../../defined.ts';
import { groupBy } from '../../groups.ts';
import { secondsOf } from '../facts.ts';
import type { Report } from '../model.ts';
import { type TestCase, testCases } from './case.ts';
import { countsOf } from './test-status.ts';
import { element, renderXml, type XmlElement } from './xml.ts';

/**
 * JUnit XML in the dialect that Jenkins, GitLab and Azure share: a suite per operation, a case per clause. GitLab groups
 * by `classname` and drops cases of the same class and name. All three read the body of a failure, but not all its `message`.
 * Properties stand at the suite, because no schema allows them at a case.
 */
export function renderJUnit(report: Report): string {
  const counts = countsOf(report);
  return renderXml(
    element(
      'testsuites',
      {
        name: `${report.document.title} ${report.document.version}`,
        tests: counts.tests,
        failures: counts.failed,
        errors: counts.error,
        // Jenkins reads a decimal point and no thousands separators.
        time: secondsOf(report.run).toFixed(3),
      },
      [...groupBy(testCases(report), ({ suite }) => suite)].map(([name, cases]) => suiteElement(name, cases, report)),
    ),
  );
}

function suiteElement(name: string, cases: readonly TestCase[], report: Report): XmlElement {
  const count = (status: TestCase['status']) => cases.filter((one) => one.status === status).length;
  return element(
    'testsuite',
    {
      name,
      tests: cases.length,
      failures: count('failed'),
      errors: count('error'),
      skipped: count('skipped'),
      timestamp: report.run.startedAt.slice(0, 19),
      hostname: new URL(report.run.baseUrl).hostname,
    },
    [element('properties', {}, propertiesOf(report)), ...cases.map(caseElement)],
  );
}

function propertiesOf({ run, suite }: Report): readonly XmlElement[] {
  const facts = {
    'conform.version': suite.version,
    baseUrl: run.baseUrl,
    profile: run.profile.name,
    depth: run.depth,
    seed: run.seed,
  };
  return Object.entries(facts).map(([name, value]) => element('property', { name, value }));
}

function caseElement({ clause, suite, status, message, details }: TestCase): XmlElement {
  const attributes = { classname: suite, name: `${clause.id} (${clause.level})`, time: '0' };
  const outcome = {
    // A SHOULD that is not met is reported, but fails nothing.
    passed: clause.verdict === 'warn' && element('system-out', {}, [details]),
    failed: element('failure', { message, type: clause.level }, [details]),
    error: element('error', { message, type: clause.verdict }, [details]),
    skipped: element('skipped', { message }),
  };
  return element('testcase', attributes, present(outcome[status]));
}
