import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import type { CauseKind } from '../../src/judge/causes/index.ts';
import type { Feature } from '../../src/judge/causes/request-features.ts';

/** One of each kind: a kind that is not here does not compile. */
const KINDS: { readonly [Kind in CauseKind['kind']]: Extract<CauseKind, { kind: Kind }> } = {
  conflict: { kind: 'conflict', conflict: 'a' },
  'absent-route': { kind: 'absent-route' },
  'credential-accepted': { kind: 'credential-accepted', presented: ['apiKey'] },
  'credential-refused': { kind: 'credential-refused', presented: ['apiKey'], always: true },
  'refusal-status': { kind: 'refusal-status', reject: 'invalid-body', expected: ['400'], actual: 422 },
  'valid-refused': { kind: 'valid-refused', status: 400, feature: { in: 'query', name: 'a', value: '1' } },
  'success-status': { kind: 'success-status', expected: ['201'], actual: 200 },
  unsteady: { kind: 'unsteady' },
  'error-as-success': { kind: 'error-as-success', status: 200 },
  'media-type': { kind: 'media-type', expected: 'application/json', actual: 'text/html' },
  'another-shape': { kind: 'another-shape', place: '', members: ['a'] },
  'left-out': { kind: 'left-out', values: 'null' },
  'other-names': { kind: 'other-names', style: 'snake_case' },
  spelling: { kind: 'spelling', keyword: 'format', expected: 'date-time', actual: '9999', example: '2026' },
  'not-validated': { kind: 'not-validated', part: 'query', name: 'a', keyword: 'type' },
  'shared-schema': { kind: 'shared-schema', pointer: '/a' },
  clause: { kind: 'clause' },
};

/** A feature at each place: a place that is not here does not compile. */
const PLACES: { readonly [Place in Feature['in']]: { readonly in: Place; readonly name: string } } = {
  query: { in: 'query', name: 'a' },
  header: { in: 'header', name: 'a' },
  body: { in: 'body', name: '/a' },
  path: { in: 'path', name: 'path' },
  credential: { in: 'credential', name: 'wrong bearer' },
  result: { in: 'result', name: 'nothing' },
};
const features = Object.values(PLACES);
const REFUSALS = features.map((feature) => ({ kind: 'valid-refused', status: 400, feature, alternatives: features }));

test.each([...Object.values(KINDS), ...REFUSALS])('the schema of reports knows a cause of the kind $kind', (nature) => {
  const path = new URL('../../src/report/report.schema.json', import.meta.url);
  const schema = JSON.parse(readFileSync(path, 'utf8')) as { readonly $defs: object };
  const fits = new Ajv2020({ strict: false }).compile({ $defs: schema.$defs, $ref: '#/$defs/cause' });
  expect(fits(nature), JSON.stringify(fits.errors)).toBe(true);
});
