import type { Report } from '../model.ts';
import { bySuite, type TestCase, testCases } from './case.ts';
import { countsOf } from './standing.ts';
import { element, renderXml, type XmlElement } from './xml.ts';

/**
 * JUnit XML in the dialect that Jenkins, GitLab and Azure share: a suite per operation, a case per clause. GitLab groups
 * by `classname` and drops cases of the same class and name; all of them read the body of a failure, not all of them its
 * `message`. Properties stand at the suite, for no schema knows them at a case.
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
        time: seconds(report),
      },
      [...bySuite(testCases(report))].map(([name, cases]) => suiteElement(name, cases, report)),
    ),
  );
}

function suiteElement(name: string, cases: readonly TestCase[], report: Report): XmlElement {
  const count = (standing: TestCase['standing']) => cases.filter((one) => one.standing === standing).length;
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

function caseElement({ clause, suite, standing, message, details }: TestCase): XmlElement {
  const attributes = { classname: suite, name: `${clause.id} (${clause.level})`, time: '0' };
  switch (standing) {
    case 'passed':
      // A SHOULD that is not met is told, and fails nothing.
      return element('testcase', attributes, clause.verdict === 'warn' ? [element('system-out', {}, [details])] : []);
    case 'failed':
      return element('testcase', attributes, [element('failure', { message, type: clause.level }, [details])]);
    case 'error':
      return element('testcase', attributes, [element('error', { message, type: clause.verdict }, [details])]);
    case 'skipped':
      return element('testcase', attributes, [element('skipped', { message })]);
    default:
      return standing satisfies never;
  }
}

/** With a dot, and without separators: what Jenkins reads. */
function seconds({ run }: Report): string {
  return ((Date.parse(run.finishedAt) - Date.parse(run.startedAt)) / 1000).toFixed(3);
}
