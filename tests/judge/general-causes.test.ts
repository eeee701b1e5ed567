import { describe, expect, test } from 'vitest';
import type { Clause, Subject } from '../../src/contract/contract.ts';
import { otherSpellings } from '../../src/judge/causes/bodies.ts';
import type { Symptom } from '../../src/judge/causes/index.ts';
import { wrongMediaTypes } from '../../src/judge/causes/media-types.ts';
import { otherNames } from '../../src/judge/causes/names.ts';
import type { Theory } from '../../src/judge/causes/theory.ts';
import { notValidated } from '../../src/judge/causes/validation.ts';
import type { Concluded } from '../../src/judge/conclude.ts';
import { exchange, INVALID_QUERY, json, text } from '../support/exchanges.ts';

function clauseOf(id: string, subject: Subject): Clause {
  const [operation = ''] = id.split('/');
  return { id, level: 'MUST', text: id, section: '', origin: 'derived', operation, pointer: '', needs: [], subject };
}

const concluded = (clause: Clause, isBroken: boolean): Concluded => ({
  clause,
  verdict: isBroken ? { kind: 'fail', violations: [], flaky: false } : { kind: 'pass' },
});

/** The ids of what explains all of these, in the order in which it would be tried. */
function explaining(theory: Theory, symptoms: readonly Symptom[], results: readonly Concluded[]): readonly string[] {
  return theory({ symptoms, results, exchanges: [] })
    .filter(({ explains }) => symptoms.every(explains))
    .map(({ id }) => id);
}

describe('one wrong media type', () => {
  const typed = (operation: string, status: string): Clause =>
    clauseOf(`${operation}/${status}/media-type`, { kind: 'media-type', status, types: ['application/json'] });
  const operations = ['a', 'b', 'c', 'd', 'e'];
  const all = operations.flatMap((one) => [typed(one, '200'), typed(one, '4XX')]);
  const broken = (clauses: readonly Clause[]): readonly Symptom[] =>
    clauses.map((clause) => ({
      clause,
      violation: { expected: 'application/json', actual: 'text/plain' },
      exchange: exchange({ operation: clause.operation ?? '', outcome: text(400, 'no') }),
    }));

  test('in the refusals of half of the operations is one fault, whatever their successes are', () => {
    const refusals = all.filter(({ id }) => id.includes('4XX')).slice(0, 3);
    const others = ['f', 'g', 'h', 'i'].map((one) => typed(one, '200'));
    const results = [...all, ...others].map((clause) => concluded(clause, refusals.includes(clause)));
    expect(explaining(wrongMediaTypes, broken(refusals), results)).toEqual([
      'service/media-type/application/json/text/plain',
    ]);
  });

  test('in the refusals of two of five is none of the service', () => {
    const refusals = all.filter(({ id }) => id.includes('4XX')).slice(0, 2);
    const results = all.map((clause) => concluded(clause, refusals.includes(clause)));
    expect(explaining(wrongMediaTypes, broken(refusals), results)).toEqual([]);
  });
});

describe('bad values that are accepted', () => {
  const member = (place: string, expected: string, keyword = 'type'): Clause =>
    clauseOf(`create/body/${place}/${keyword}`, { kind: 'request-body', place, keyword, expected });
  const accepted = (clauses: readonly Clause[]): readonly Symptom[] =>
    clauses.map((clause) => ({
      clause,
      violation: { expected: 'status 400', actual: 'status 200', status: { expected: ['400'], actual: 200 } },
      exchange: exchange({ operation: 'create', intent: INVALID_QUERY, outcome: json(200, {}) }),
    }));
  const inside = ['a', 'b', 'c'].map((name) => member(`load/${name}`, 'number'));
  const outside = ['d', 'e', 'f', 'g'].map((name) => member(name, 'string'));

  test('of one object of a body are one fault', () => {
    const results = [...inside, ...outside].map((clause) => concluded(clause, inside.includes(clause)));
    const other = ['h', 'i', 'j'].map((name) => concluded(member(name, 'number'), false));
    expect(explaining(notValidated, accepted(inside), [...results, ...other])).toEqual([
      'create/body/load-type-not-validated',
    ]);
  });

  test('are single faults where two of three are', () => {
    const two = inside.slice(0, 2);
    const results = [...inside, ...outside].map((clause) => concluded(clause, two.includes(clause)));
    expect(explaining(notValidated, accepted(two), results)).toEqual([]);
  });
});

describe('members of an answer', () => {
  const place = (name: string, keyword: string, expected: unknown): Clause => ({
    ...clauseOf(`read/200/${name}/${keyword}`, { kind: 'answer', status: '200', place: [name], keyword, expected }),
    pointer: `/schemas/read/${name}/${keyword}`,
  });
  const symptomsIn = (body: object, clauses: readonly Clause[], isInside: boolean): readonly Symptom[] => {
    const shown = exchange({ operation: 'read', outcome: json(200, body) });
    return clauses.map((clause) => ({
      clause,
      violation: { expected: '', actual: '', at: isInside ? `/${clause.id.split('/')[2] ?? ''}` : '' },
      exchange: shown,
    }));
  };

  test('under names of another style are one fault, and one alone is its own', () => {
    const missing = ['resetTime', 'windowMs'].map((name) => place(name, 'required', [name]));
    const symptoms = symptomsIn({ reset_time: 1, window_ms: 2, limit: 3 }, missing, false);
    expect(explaining(otherNames, symptoms, [])).toEqual(['read/names/snake_case']);
    const others = symptomsIn({ reset_time: 1, limit: 3 }, missing, false);
    expect(explaining(otherNames, others, [])).toEqual([]);
  });

  test('that are numbers as texts are one fault where most of an operation are', () => {
    const numbers = ['limit', 'used', 'remaining'].map((name) => place(name, 'type', 'integer'));
    const elsewhere = ['a', 'b', 'c', 'd', 'e'].map((name) => ({
      ...place(name, 'type', 'number'),
      operation: 'write',
      pointer: `/schemas/write/${name}`,
    }));
    const symptoms = symptomsIn({ limit: '100', used: '1', remaining: '99' }, numbers, true);
    const results = [...numbers, ...elsewhere].map((clause) => concluded(clause, numbers.includes(clause)));
    expect(explaining(otherSpellings, symptoms, results)).toEqual(['read/spelling/type/number']);
    expect(explaining(otherSpellings, symptoms.slice(1), results)).toEqual([]);
  });
});
