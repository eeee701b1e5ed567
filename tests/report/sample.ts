import type { Report, VerdictKind } from '../../src/report/model.ts';

const NASTY = 'a\u001b[31mred\u001b]0;title\u0007 \u202ebackwards\r\nsecond line\u0000<b>&"\u200b';
const none: Record<VerdictKind, number> = { pass: 0, fail: 0, warn: 0, skip: 0, inconclusive: 0, error: 0 };

/** A made-up report in which every text that could come from a target is nasty. */
export const nastyReport: Report = {
  version: 2,
  suite: { name: 'conform', version: '0.0.0' },
  document: { title: 'A contract', version: '1.0.0', sha256: 'a'.repeat(64) },
  run: {
    startedAt: '2026-01-01T00:00:00.000Z',
    finishedAt: '2026-01-01T00:00:12.340Z',
    baseUrl: 'https://staging.example',
    profile: { name: 'mine', branches: { 'search-envelope': 'bare' } },
    strict: true,
    seed: 7,
    depth: 'standard',
    only: ['papers'],
    permissions: [],
    credentials: ['bearer'],
    requests: 42,
    complete: true,
  },
  outcome: { verdict: 'violations', exitStatus: 1, sentence: 'The target does not conform: 2 MUST clauses broken.' },
  setup: [
    {
      id: 'credential-refused/apiKey',
      message: `Every operation refuses the credential apiKey: ${NASTY}`,
      remedy: 'Is it expired?',
      exchanges: [2],
    },
  ],
  summary: {
    byLevel: {
      MUST: { ...none, pass: 100, fail: 2, skip: 3 },
      SHOULD: { ...none, pass: 5, warn: 1, inconclusive: 1 },
      MAY: none,
    },
    notShown: [
      {
        kind: 'skip',
        reason: 'no apiKey credential was given',
        remedy: 'give credentials.apiKey in the target file, or set CONFORM_API_KEY',
        clauses: ['a/1', 'a/2', 'a/3'],
      },
      { kind: 'inconclusive', reason: NASTY, clauses: ['b/1'] },
    ],
    requestsByOperation: { listPapers: 42 },
    operations: [
      {
        operation: 'listPapers',
        method: 'GET',
        path: '/api/v1/papers',
        passed: 40,
        failed: 1,
        warned: 1,
        notExercised: 3,
        requests: 42,
      },
    ],
  },
  findings: [
    {
      id: 'conflicts/search-envelope',
      cause: { kind: 'conflict', conflict: 'search-envelope' },
      scope: 'service',
      gravity: 'other',
      title: NASTY,
      clause: 'conflicts/search-envelope',
      level: 'MUST',
      verdict: 'fail',
      text: 'Is a search result returned bare or wrapped?',
      section: 'Endpoints / Conventions',
      expected: 'the branch bare of search-envelope, as the profile says',
      actual: '3 answers follow wrapped',
      exchanges: [1],
      flaky: false,
      conflict: { id: 'search-envelope', declared: 'bare', passesUnder: ['wrapped'] },
      steps: [],
      operations: ['listPapers'],
      clauses: ['conflicts/search-envelope', 'a', 'b', 'c', 'd', 'e'],
      hides: [],
    },
    {
      id: 'listPapers/200/data/title/type',
      cause: { kind: 'clause' },
      scope: 'place',
      gravity: 'data',
      title: 'What is wrong',
      clause: 'listPapers/200/data/title/type',
      level: 'MUST',
      verdict: 'fail',
      text: 'title is a string.',
      section: 'GET /api/v1/papers',
      operation: 'listPapers',
      expected: 'type string',
      actual: NASTY,
      at: '/data/papers/0/\u001b[2J',
      exchanges: [1],
      replay: '--only listPapers/fuzz/accepted --depth deep --seed 7 --replay 3:0:1',
      curl: `curl -sS -i 'https://staging.example/api/v1/papers' -H 'x: \u001b[2J\u202e'`,
      flaky: false,
      steps: [1, 2],
      operations: ['listPapers'],
      clauses: ['listPapers/200/data/title/type'],
      hides: ['listPapers/hidden'],
    },
    {
      id: 'listPapers/status',
      cause: { kind: 'refusal-status', expected: ['400'], actual: 422 },
      scope: 'service',
      gravity: 'other',
      title: 'What is wrong',
      clause: 'listPapers/status',
      level: 'SHOULD',
      verdict: 'warn',
      text: 'No undocumented status.',
      section: 'GET /api/v1/papers',
      expected: 'no 5xx',
      actual: 'x'.repeat(1000),
      at: '',
      exchanges: [],
      flaky: true,
      steps: [],
      operations: ['listPapers'],
      clauses: ['listPapers/status', 'listPapers/other'],
      hides: [],
    },
  ],
  readings: [
    reading('search-envelope', { declared: 'bare', observed: 'wrapped', consistent: 'yes' }, 3),
    reading('chat-media', { consistent: 'no' }, 1),
    reading('predict-body', { consistent: 'not seen', why: NASTY }, 0),
  ],
  clauses: [
    {
      id: 'listPapers/status',
      level: 'SHOULD',
      origin: 'derived',
      text: 'No undocumented status.',
      section: 's',
      verdict: 'warn',
      violations: [{ expected: 'a', actual: 'b', at: '', exchange: 1 }],
    },
  ],
  exchanges: [
    {
      seq: 1,
      operation: 'listPapers',
      intent: { kind: 'invalid', reject: 'invalid-query', what: 'limit 0' },
      request: {
        method: 'GET',
        target: '/api/v1/papers',
        query: { limit: '0' },
        headers: { accept: '*/*' },
        credentials: [],
      },
      outcome: {
        kind: 'response',
        status: 200,
        headers: { 'content-type': NASTY },
        body: { size: 3, text: NASTY, utf8: true },
        durationMs: 1.5,
      },
    },
    {
      seq: 2,
      intent: { kind: 'open', what: 'a path' },
      request: { method: 'GET', target: '/', query: {}, headers: {}, body: '', credentials: ['wrong bearer'] },
      outcome: { kind: 'failure', reason: 'reset', message: NASTY, durationMs: 2 },
    },
  ],
  notes: [`Left behind: ${NASTY}`],
};

/** Every string that could come from a target tries to break out of one format or another. */
export function hostileReport(): Report {
  const evil =
    '</pre></script><script>globalThis.hacked=1;alert(1)</script><img src=x onerror="globalThis.hacked=1">]]><!--`" onload="x" ](http://evil.example) @everyone ::set-env name=x::y ##vso[task.setvariable]1\r\n::set-env name=x::y\nok 99 - forged\n\u009b31m\u202e\u0000\ud800';
  const [finding] = nastyReport.findings;
  if (finding === undefined) throw new Error('the sample has findings');
  return {
    ...nastyReport,
    findings: [
      {
        ...finding,
        id: evil,
        title: evil,
        clause: evil,
        text: evil,
        expected: evil,
        actual: evil,
        at: evil,
        curl: evil,
        section: evil,
      },
    ],
    clauses: [
      {
        id: evil,
        level: 'MUST',
        origin: 'stated',
        text: evil,
        section: evil,
        operation: evil,
        verdict: 'fail',
        violations: [{ expected: evil, actual: evil, at: evil }],
      },
    ],
    setup: [{ id: evil, message: evil, remedy: evil, exchanges: [1] }],
    notes: [evil],
    exchanges: nastyReport.exchanges.map((exchange) => ({
      ...exchange,
      request: {
        ...exchange.request,
        target: `/${evil}`,
        headers: { [evil]: evil },
        body: JSON.stringify({ [evil]: [evil] }),
      },
      outcome: {
        kind: 'response',
        status: 200,
        headers: { 'content-type': evil, location: evil },
        body: { size: 3, text: JSON.stringify({ [evil]: evil, list: [evil, { [evil]: 1 }] }), utf8: true },
        durationMs: 1,
      },
    })),
  };
}

function reading(
  conflict: string,
  seen: Partial<Report['readings'][number]> & Pick<Report['readings'][number], 'consistent'>,
  answers: number,
): Report['readings'][number] {
  const branches = ['wrapped', 'bare'].map((id, index) => ({
    id,
    means: 'm',
    statedBy: 's',
    answers: index === 0 || seen.consistent === 'no' ? answers : 0,
    exchanges: [],
    byDefault: index === 0,
  }));
  return { conflict, question: 'q', section: 's', branches, ...seen };
}
