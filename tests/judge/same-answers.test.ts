import { expect, test } from 'vitest';
import type { Clause } from '../../src/contract/contract.ts';
import type { Symptom } from '../../src/judge/causes/index.ts';
import type { Concluded } from '../../src/judge/concluded.ts';
import { foundBy } from '../support/causes.ts';
import { exchange, INVALID_QUERY, json } from '../support/exchanges.ts';

function clause(id: string, origin: Clause['origin'] = 'stated'): Clause {
  const [operation = ''] = id.split('/');
  return { id, level: 'MUST', text: id, section: 'a section', origin, operation, pointer: '/paths', needs: [] };
}

function symptom(
  id: string,
  message: string,
  more: Partial<Symptom['violation']> = {},
  origin?: Clause['origin'],
): Symptom {
  return {
    clause: clause(id, origin),
    violation: { expected: 'the field', actual: message, ...more },
    exchange: exchange({ operation: id.split('/')[0] ?? '', intent: INVALID_QUERY, outcome: json(400, { message }) }),
  };
}

/** The clauses that each cause explains. */
function explained(rule: string, symptoms: readonly Symptom[], results: readonly Concluded[] = []) {
  return foundBy([rule], symptoms, results)
    .map((one) => [...new Set(one.symptoms.map(({ id }) => id))])
    .filter((ids) => ids.length > 1);
}

test('the same answer to every bad request is one fault', () => {
  const same = [symptom('create/name-is-named', 'No.'), symptom('create/type-is-named', 'No.')];
  expect(explained('sameAnswers', same)).toEqual([['create/name-is-named', 'create/type-is-named']]);
});

test.each([
  ['other words', symptom('create/type-is-named', 'No!')],
  ['another operation', symptom('change/type-is-named', 'No.')],
  ['a place of its own', symptom('create/type-is-named', 'No.', { at: '/message' })],
  ['a status', symptom('create/type-is-named', 'No.', { status: { expected: ['404'], actual: 400 } })],
  ['a clause about a place', symptom('create/400/message/type', 'No.', {}, 'derived')],
])('%s is another one', (_what, other) => {
  expect(explained('sameAnswers', [symptom('create/name-is-named', 'No.'), other])).toEqual([]);
});

test('the same clause broken by all of three operations is one fault, and by two of three it is two', () => {
  const ids = ['create/session-first', 'change/session-first', 'remove/session-first'];
  const symptoms = ids.map((id) => symptom(id, 'No.'));
  const results = (broken: number): readonly Concluded[] =>
    ids.map((id, index) => ({
      clause: clause(id),
      verdict: index < broken ? { kind: 'fail', violations: [], flaky: false } : { kind: 'pass' },
    }));
  expect(explained('sameClauses', symptoms, results(3))).toEqual([ids]);
  expect(explained('sameClauses', symptoms.slice(0, 2), results(2))).toEqual([]);
});

test('the same promise of three members, broken by the same answers, is one fault; by others, or another promise, it is not', () => {
  const answer = exchange({ seq: 7, operation: 'forecast', outcome: json(200, {}) });
  const other = { ...answer, seq: 8 };
  const of = (member: string, promise = 'with an entry for each name', shownBy = answer): Symptom => ({
    ...symptom(`forecast/${member}`, 'one of two', { at: `/${member}`, expected: `${member} ${promise}` }),
    exchange: shownBy,
  });
  const three = ['means', 'limits', 'phases'].map((member) => of(member));
  expect(explained('samePromises', three)).toEqual([['forecast/means', 'forecast/limits', 'forecast/phases']]);
  const two = three.slice(0, 2);
  for (const third of [of('phases', 'in ascending order'), of('phases', undefined, other)])
    expect(explained('samePromises', [...two, third])).toEqual([['forecast/means', 'forecast/limits']]);
});

test('bodies that every other refusal writes down wrongly are one fault', () => {
  const ids = ['create', 'change', 'remove'].map((operation) => `${operation}/400/problem-status`);
  const formed = (id: string): Clause => ({
    ...clause(id, 'derived'),
    subject: { kind: 'form', form: 'problem-status', status: '400' },
  });
  const symptoms = ids.map((id): Symptom => ({ ...symptom(id, 'No.'), clause: formed(id) }));
  const tried = (broken: number, all: number): readonly Concluded[] =>
    Array.from({ length: all }, (_, index) => ({
      clause: formed(ids[index] ?? `other${index}/400/problem-status`),
      verdict: index < broken ? { kind: 'fail', violations: [], flaky: false } : { kind: 'pass' },
    }));
  expect(explained('sameForms', symptoms, tried(3, 4))).toEqual([ids]);
  expect(explained('sameForms', symptoms, tried(3, 7))).toEqual([]);
});
