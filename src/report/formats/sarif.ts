import { createHash } from 'node:crypto';
import type { Log, ReportingDescriptor, Result, Suppression } from 'sarif';
import { defined } from '../../defined.ts';
import { clipped, visible } from '../escape.ts';
import { renderJson } from '../json.ts';
import type { Finding, Report } from '../model.ts';
import type { PlaceOf } from '../places.ts';
import { countsOf } from './test-status.ts';

/** GitHub accepts 25,000 results and shows 5,000. */
const MAX_RESULTS = 5000;

const MAX_TEXT = 2000;

/** At most this many clauses are named as locations. The properties have them all. */
const MAX_LOCATIONS = 20;

/** SARIF 2.1.0: a result per finding, at the line of the user's contract document, else at the target file. */
export function renderSarif(report: Report, placeOf: PlaceOf): string {
  const findings = report.findings.slice(0, MAX_RESULTS);
  const { suite, run, outcome, document } = report;
  const log: Log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: suite.name, version: suite.version, rules: findings.map(ruleOf) } },
        invocations: [
          {
            executionSuccessful: outcome.exitStatus < 3,
            exitCode: outcome.exitStatus,
            exitCodeDescription: outcome.sentence,
            startTimeUtc: run.startedAt,
            endTimeUtc: run.finishedAt,
          },
        ],
        columnKind: 'utf16CodeUnits',
        results: findings.map((finding, index) => resultOf(finding, index, placeOf)),
        properties: {
          baseUrl: run.baseUrl,
          profile: run.profile.name,
          document: `${document.title} ${document.version}`,
          counts: countsOf(report),
        },
      },
    ],
  };
  return renderJson(log);
}

function ruleOf({ id, clause, text, section, level }: Finding): ReportingDescriptor {
  return {
    id,
    shortDescription: { text: visible(clipped(text, MAX_TEXT)) },
    help: { text: `${level}, ${visible(section)}. conform explain ${visible(clause)} tells more.` },
    defaultConfiguration: { level: level === 'MUST' ? 'error' : 'warning' },
  };
}

function resultOf(finding: Finding, ruleIndex: number, placeOf: PlaceOf): Result {
  const place = placeOf(finding.clause)?.users;
  return {
    ruleId: finding.id,
    ruleIndex,
    level: finding.verdict === 'fail' ? 'error' : 'warning',
    message: {
      text: visible(clipped(`${finding.title}. Expected ${finding.expected}; actual ${finding.actual}`, MAX_TEXT)),
    },
    locations: [
      {
        ...defined({
          physicalLocation: place && { artifactLocation: { uri: place.file }, region: { startLine: place.line } },
        }),
        logicalLocations: finding.clauses.slice(0, MAX_LOCATIONS).map((clause) => ({ fullyQualifiedName: clause })),
      },
    ],
    ...(finding.excused === undefined ? {} : { suppressions: [suppressionOf(finding.excused)] }),
    partialFingerprints: { 'conformFinding/v1': createHash('sha256').update(finding.id).digest('hex') },
    properties: {
      exchanges: finding.exchanges,
      clauses: finding.clauses,
      ...(finding.gravity === 'security' ? { tags: ['security'] } : {}),
      ...defined({ reproduce: finding.curl }),
    },
  };
}

function suppressionOf(excused: string): Suppression {
  return { kind: 'external', status: 'accepted', justification: visible(excused) };
}
