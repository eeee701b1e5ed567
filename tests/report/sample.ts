import type { Report, VerdictKind } from '../../src/report/model.ts';

const NASTY = 'a\u001b[31mred\u001b]0;title\u0007 \u202ebackwards\r\nsecond line\u0000<b>&"\u200b';
const none: Record<VerdictKind, number> = { pass: 0, fail: 0, warn: 0, skip: 0, inconclusive: 0, error: 0 };

/** A made-up report in which every text that could come from a target is nasty. */
export const nastyReport: Report = {
  version: 1,
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
        remedy: 'give credentials.apiKey in the target file',
        clauses: ['a/1', 'a/2', 'a/3'],
      },
      { kind: 'inconclusive', reason: NASTY, clauses: ['b/1'] },
    ],
    requestsByOperation: { listPapers: 42 },
  },
  findings: [
    {
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
      alsoBreaks: ['a', 'b', 'c', 'd', 'e'],
    },
    {
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
      alsoBreaks: [],
    },
    {
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
      alsoBreaks: ['listPapers/other'],
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
