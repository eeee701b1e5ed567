import { describe, expect, test } from 'vitest';
import type { Clause, Subject } from '../../src/contract/contract.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { echoesOf } from '../../src/judge/causes/echoes.ts';
import type { Symptom } from '../../src/judge/causes/index.ts';
import type { Concluded } from '../../src/judge/concluded.ts';
import { foundBy } from '../support/causes.ts';
import { exchange, INVALID_QUERY, json, text } from '../support/exchanges.ts';

function clauseOf(id: string, subject: Subject): Clause {
  const [operation = ''] = id.split('/');
  return { id, level: 'MUST', text: id, section: '', origin: 'derived', operation, pointer: '', needs: [], subject };
}

const concluded = (clause: Clause, isBroken: boolean): Concluded => ({
  clause,
  verdict: isBroken ? { kind: 'fail', violations: [], flaky: false } : { kind: 'pass' },
});

/** The ids of what explains all of these by the rules of these names, in the order in which it would be tried. */
function explaining(rules: readonly string[], symptoms: readonly Symptom[], results: readonly Concluded[]) {
  return foundBy(rules, symptoms, results)
    .filter((one) => one.symptoms.length === symptoms.length)
    .map(({ id }) => id);
}

const MEDIA_TYPES = ['wrongMediaTypes', 'wrongMediaTypesOfRefusals', 'wrongMediaTypesOfOperation'];
const SHAPES = ['otherErrors', 'otherObjects'];
const NOT_VALIDATED = [
  'kindNotValidated',
  'keywordNotValidated',
  'kindNotValidatedByOne',
  'objectNotValidated',
  'placeNotValidated',
  'madeOptional',
];

describe('something created that no list has', () => {
  const BODY: Subject = { kind: 'request-body', place: 'name', keyword: 'maxLength', expected: 7 };
  const listed: Symptom = {
    clause: { ...clauseOf('createThing/listed', { kind: 'companion' }), life: 'listed' },
    violation: { expected: 'it there once', actual: 'a list without thing 7' },
    exchange: exchange({ operation: 'listThings', request: { target: '/things/?page=1' }, outcome: json(200, []) }),
  };
  const refused = (operation: string, actual: number, target = '/things/7'): Symptom => ({
    clause: clauseOf(`${operation}/body/name/maxLength`, BODY),
    violation: { expected: 'status 200', actual: `status ${actual}`, status: { expected: ['200'], actual } },
    exchange: exchange({ operation, request: { target }, outcome: json(actual, {}) }),
  });
  const ids = (...symptoms: readonly Symptom[]) => explaining(['lostCreations'], [listed, ...symptoms], []);

  test('is what several operations do not find either', () => {
    expect(ids(refused('changeThing', 404), refused('closeThing', 410, '/things/7/close'))).toEqual([
      'createThing/listed',
    ]);
  });

  test.each([
    ['that one operation alone does not find', [refused('changeThing', 404)]],
    ['that others refuse', [refused('changeThing', 404), refused('closeThing', 400)]],
    ['whose list has another path', [refused('changeThing', 404), refused('closePart', 404, '/parts/7')]],
  ])('is no cause of others: one %s', (_what, others) => {
    expect(ids(...others)).toEqual([]);
  });
});

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
    expect(explaining(MEDIA_TYPES, broken(refusals), results)).toEqual([
      'service/media-type/application/json/text/plain',
    ]);
  });

  test('in the refusals of two of five is none of the service', () => {
    const refusals = all.filter(({ id }) => id.includes('4XX')).slice(0, 2);
    const results = all.map((clause) => concluded(clause, refusals.includes(clause)));
    expect(explaining(MEDIA_TYPES, broken(refusals), results)).toEqual([]);
  });
});

describe('one wrong media type for one kind of bad request', () => {
  const sent = (count: number): readonly Symptom[] =>
    ['a', 'b', 'c'].slice(0, count).map((operation) => ({
      clause: clauseOf(`${operation}/400/media-type`, {
        kind: 'media-type',
        status: '400',
        types: ['application/json'],
      }),
      violation: { expected: 'application/json', actual: 'text/html' },
      exchange: exchange({ operation, intent: INVALID_QUERY, outcome: text(400, 'no') }),
    }));
  const others = ['d', 'e', 'f', 'g', 'h', 'i', 'j', 'k'].map((operation) =>
    concluded(
      clauseOf(`${operation}/400/media-type`, { kind: 'media-type', status: '400', types: ['application/json'] }),
      false,
    ),
  );
  const ids = (symptoms: readonly Symptom[]) =>
    explaining([...MEDIA_TYPES, 'wrongMediaTypesOfRejects'], symptoms, [
      ...symptoms.map(({ clause }) => concluded(clause, true)),
      ...others,
    ]);

  test('is one fault in three operations, whatever other refusals are like', () => {
    expect(ids(sent(3))).toEqual(['service/media-type/invalid-query/text/plain']);
  });

  test('is none of the service in two', () => {
    expect(ids(sent(2))).toEqual([]);
  });
});

describe('one success that is not documented', () => {
  const statusOf = (operation: string) =>
    clauseOf(`${operation}/status`, { kind: 'status', documented: ['200'] } as unknown as Subject);
  const ids = (names: readonly string[], actual = 204, more: Partial<Exchange> = {}) => {
    const symptoms = names.map((operation) => ({
      clause: statusOf(operation),
      violation: { expected: '200', actual: `${actual}`, status: { expected: ['200'], actual } },
      exchange: exchange({ operation, outcome: json(actual, {}), ...more }),
    }));
    const others = ['d', 'e', 'f', 'g', 'h', 'i', 'j', 'k'].map((one) => concluded(statusOf(one), false));
    const broken = symptoms.map(({ clause }) => concluded(clause, true));
    return explaining(['undocumentedSuccess'], symptoms, [...broken, ...others]);
  };

  test('is a habit where three operations have it, and none in two of many', () => {
    expect([ids(['a', 'b', 'c']), ids(['a', 'b'])]).toEqual([['service/success-status/204'], []]);
  });

  test('is no redirect of a caller without access', () => {
    const intent = { kind: 'invalid', reject: 'missing-credential', what: 'no credential' } as const;
    expect(ids(['a', 'b', 'c'], 302)).toEqual(['service/success-status/302']);
    expect(ids(['a', 'b', 'c'], 302, { intent })).toEqual([]);
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
    expect(explaining(NOT_VALIDATED, accepted(inside), [...results, ...other])).toEqual([
      'create/body/load-type-not-validated',
    ]);
  });

  test('are one fault where several members may be null', () => {
    const symptoms = accepted(inside).map((one) => ({
      ...one,
      exchange: exchange({
        operation: 'create',
        intent: INVALID_QUERY,
        outcome: json(200, {}),
        request: { body: JSON.stringify({ load: { a: null, b: null, c: null } }) },
      }),
    }));
    expect(explaining(['nullNotRefused'], symptoms, [])).toEqual(['create/body-null-not-refused']);
    expect(explaining(['nullNotRefused'], symptoms.slice(1), [])).toEqual([]);
  });

  const bound = (method: string, path: string, expected: number, place = 'name'): Clause => ({
    ...clauseOf(`${method}/body/${place}/maxLength`, { kind: 'request-body', place, keyword: 'maxLength', expected }),
    section: `${method} ${path}`,
  });
  const post = bound('post', '/things/', 60);

  test.each<[string, readonly Clause[], readonly string[]]>([
    [
      'by what creates and what changes a resource',
      [post, bound('put', '/things/{id}/', 60), bound('patch', '/things/{id}', 60)],
      ['things/body/name/maxLength-not-validated'],
    ],
    ['by two resources', [post, bound('put', '/others/{id}', 60)], []],
    ['by two bounds', [post, bound('put', '/things/{id}', 80)], []],
    ['by two members', [post, bound('put', '/things/{id}', 60, 'title')], []],
    ['by one operation', [post], []],
  ])('are one fault of a shared member: %s', (_, clauses, causes) => {
    expect(explaining(['sharedBodies'], accepted(clauses), [])).toEqual(causes);
  });

  test('are single faults where two of three are', () => {
    const two = inside.slice(0, 2);
    const results = [...inside, ...outside].map((clause) => concluded(clause, two.includes(clause)));
    expect(explaining(NOT_VALIDATED, accepted(two), results)).toEqual([]);
  });
});

test('one status that several operations refuse callers with is one fault', () => {
  const refusal = (operation: string, actual: number): Symptom => ({
    clause: clauseOf(`${operation}/security/refusal-status`, { kind: 'companion' }),
    violation: {
      expected: 'status 401 or 403',
      actual: `status ${actual}`,
      status: { expected: ['401', '403'], actual },
    },
    exchange: exchange({
      operation,
      intent: { kind: 'invalid', reject: 'missing-credential', what: 'no credential' },
      outcome: json(actual, {}),
    }),
  });
  expect(explaining(['sameRefusals'], [refusal('a', 400), refusal('b', 400)], [])).toEqual([
    'a/security/refusal-status',
  ]);
  expect(explaining(['sameRefusals'], [refusal('a', 400), refusal('b', 404)], [])).toEqual([]);
});

describe('errors under the status of a success', () => {
  const required = (operation: string, status: string, name: string): Concluded =>
    concluded(
      clauseOf(`${operation}/${status}/${name}/required`, {
        kind: 'answer',
        status,
        place: [name],
        keyword: 'required',
        expected: name,
      }),
      false,
    );
  const results = [
    ...['error', 'message'].map((name) => required('read', '4XX', name)),
    ...['id', 'name'].map((name) => required('read', '200', name)),
    ...['data', 'error'].map((name) => required('list', '200', name)),
    ...['error', 'message'].map((name) => required('list', '400', name)),
  ];
  const letIn = (operation: string, seq: number, body: object, slug = 'nobody-refused'): Symptom => ({
    clause: clauseOf(`${operation}/security/${slug}`, { kind: 'credential', presented: [], opens: false }),
    violation: { expected: 'no success', actual: 'status 200', exchange: seq },
    exchange: exchange({ seq, operation, outcome: json(200, body) }),
  });
  const refusal = { error: 'UNAUTHORIZED', message: 'Sign in first.' };

  test('are one fault, and no open door', () => {
    const symptoms = [letIn('read', 1, refusal), letIn('list', 2, refusal)];
    expect(explaining(['errorsAsSuccess'], symptoms, results)).toEqual(['service/errors-as-success']);
    const ofOne = [letIn('read', 1, refusal), letIn('read', 2, refusal, 'nobody-sees')];
    expect(explaining(['errorsAsSuccess'], ofOne, results)).toEqual(['read/errors-as-success']);
  });

  test('are errors of the default response, too, where a success is documented beside it', () => {
    const symptoms = [letIn('see', 1, refusal), letIn('see', 2, refusal, 'nobody-sees')];
    const members = ['error', 'message'].map((name) => required('see', 'default', name));
    expect(explaining(['errorsAsSuccess'], symptoms, members)).toEqual([]);
    expect(explaining(['errorsAsSuccess'], symptoms, [...members, required('see', '200', 'id')])).toEqual([
      'see/errors-as-success',
    ]);
  });

  test.each([
    ['what was asked for', { id: '1', name: 'a' }],
    ['a part of an error', { error: 'UNAUTHORIZED' }],
    ['something else besides', { ...refusal, id: '1' }],
    ['nothing', {}],
  ])('are no answers with %s', (_what, body) => {
    expect(explaining(['errorsAsSuccess'], [letIn('read', 1, body), letIn('list', 2, refusal)], results)).toEqual([]);
  });

  test('are no answers in the envelope of another operation, whose error is null', () => {
    const wrapped = { error: null, message: { id: '1' } };
    expect(explaining(['errorsAsSuccess'], [letIn('see', 1, wrapped), letIn('see', 2, wrapped)], results)).toEqual([]);
  });
});

describe('a body that is not looked at', () => {
  const names = ['a', 'b', 'c', 'd'];
  const clauses = names.map((place) =>
    clauseOf(`say/body/${place}/type`, { kind: 'request-body', place, keyword: 'type', expected: 'string' }),
  );
  const invalid = { kind: 'invalid', reject: 'invalid-body', what: 'a bad member' } as const;
  const taken = (clause: Clause, seq: number): Symptom => ({
    clause,
    violation: { expected: 'status 400', actual: 'status 200', status: { expected: ['400'], actual: 200 } },
    exchange: exchange({ seq, operation: 'say', intent: invalid, outcome: json(200, {}) }),
  });

  test('takes what is said of single values with it, and a conflict about them', () => {
    const conflict: Clause = { ...clauseOf('conflicts/moods', { kind: 'companion' }) };
    const stated: Clause = { ...clauseOf('say/too-many-refused', { kind: 'companion' }) };
    const symptoms = [...clauses, stated, conflict].map((clause, index) => taken(clause, index + 1));
    const results = clauses.map((clause) => concluded(clause, true));
    expect(explaining(['nothingValidated'], symptoms, results)).toEqual(['say/body-not-validated']);
  });
});

describe('bad values of one kind that an operation fails on', () => {
  const numbers = ['a', 'b', 'c'].map((place) =>
    clauseOf(`say/body/${place}/type`, { kind: 'request-body', place, keyword: 'type', expected: 'number' }),
  );
  const texts = ['d', 'e', 'f'].map((place) =>
    clauseOf(`say/body/${place}/type`, { kind: 'request-body', place, keyword: 'type', expected: 'string' }),
  );
  const failing = (clause: Clause, index: number): Symptom => ({
    clause,
    violation: { expected: 'status 400', actual: 'status 500', status: { expected: ['400'], actual: 500 } },
    exchange: exchange({
      seq: index + 1,
      operation: 'say',
      intent: { kind: 'invalid', reject: 'invalid-body', what: 'a numeric string' },
      outcome: json(500, {}),
    }),
  });
  const results = [
    ...numbers.map((clause) => concluded(clause, true)),
    ...texts.map((clause) => concluded(clause, false)),
  ];

  test('are one fault', () => {
    const id = 'say/refusal-status/400/500/body-type-number';
    expect(explaining(['failsOnOneKind'], numbers.map(failing), results)).toEqual([id]);
  });

  test('are none of their own where they are few', () => {
    expect(explaining(['failsOnOneKind'], numbers.slice(1).map(failing), results)).toEqual([]);
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
    expect(explaining(['otherNames'], symptoms, [])).toEqual(['read/names/snake_case']);
    const others = symptomsIn({ reset_time: 1, limit: 3 }, missing, false);
    expect(explaining(['otherNames'], others, [])).toEqual([]);
  });

  test('that are numbers as texts are one fault where most of an operation are', () => {
    const numbers = ['limit', 'used', 'remaining'].map((name) => place(name, 'type', 'integer'));
    const elsewhere = ['a', 'b', 'c', 'd', 'e'].map((name) => ({
      ...place(name, 'type', 'number'),
      operation: 'write',
      pointer: `/schemas/write/${name}/type`,
    }));
    const symptoms = symptomsIn({ limit: '100', used: '1', remaining: '99' }, numbers, true);
    const results = [...numbers, ...elsewhere].map((clause) => concluded(clause, numbers.includes(clause)));
    expect(explaining(['otherSpellings'], symptoms, results)).toEqual(['read/spelling/type/number']);
    expect(explaining(['otherSpellings'], symptoms.slice(1), results)).toEqual([]);
  });
});

/** A clause about a keyword of a member, and what breaks it: the member is missing from this body. */
function answerClause(operation: string, status: string, place: readonly string[], keyword: string, expected: unknown) {
  const id = [operation, status, ...place, keyword].join('/');
  return { ...clauseOf(id, { kind: 'answer', status, place, keyword, expected }), pointer: `/schemas/${id}` };
}

describe('members that are missing where they would be null or empty', () => {
  const NAMES = ['closedAt', 'owner', 'note'];
  const typed = (name: string, type: unknown) => answerClause('read', '200', [name], 'type', type);
  const required = (name: string) => answerClause('read', '200', [name], 'required', name);
  const symptomsOf = (names: readonly string[], body: object): readonly Symptom[] =>
    names.map((name) => ({
      clause: required(name),
      violation: { expected: '', actual: '', at: '' },
      exchange: exchange({ operation: 'read', outcome: json(200, body) }),
    }));
  const ids = (names: readonly string[], type: unknown, body: object) => {
    const results = [
      ...names.map((name) => concluded(typed(name, type), false)),
      ...names.map((name) => concluded(required(name), true)),
    ];
    const symptoms = symptomsOf(names, body);
    return explaining(['emptyLeftOut', 'nullLeftOut'], symptoms, results);
  };

  test('are one setting where all of them may be null', () => {
    expect(ids(NAMES, ['string', 'null'], { id: 1 })).toEqual(['read/left-out/null']);
  });

  test('are one setting where other answers have lists there', () => {
    expect(ids(NAMES, 'array', { id: 1 })).toEqual(['read/left-out/empty']);
  });

  test.each([
    ['two are', NAMES.slice(0, 2), ['string', 'null'], { id: 1 }],
    ['they are texts', NAMES, 'string', { id: 1 }],
    ['one of them is there as null', NAMES, ['string', 'null'], { id: 1, owner: null }],
    ['one of them is there as an empty list', NAMES, 'array', { id: 1, note: [] }],
  ])('are single faults where %s', (_what, names, type, body) => {
    expect(ids(names, type, body)).toEqual([]);
  });
});

describe('errors of another shape', () => {
  const required = (operation: string, name: string) => answerClause(operation, '400', [name], 'required', name);
  const WANTED = ['type', 'title', 'status', 'detail'];
  const lacking = (operation: string, seq: number, body: object): readonly Symptom[] =>
    WANTED.filter((name) => !(name in body)).map((name) => ({
      clause: required(operation, name),
      violation: { expected: '', actual: '', at: '', exchange: seq },
      exchange: exchange({ seq, operation, outcome: json(400, body) }),
    }));
  const results = ['a', 'b'].flatMap((operation) => WANTED.map((name) => concluded(required(operation, name), true)));

  test('are one handler, whether it tells details or not', () => {
    const symptoms = [
      ...lacking('a', 1, { error: 'x', message: 'y' }),
      ...lacking('b', 2, { error: 'x', message: 'y', details: {} }),
    ];
    expect(explaining(SHAPES, symptoms, results)).toEqual(['service/another-shape/errors/error-message']);
  });

  test('take what else the document says of such an error with them, and of no other', () => {
    const media = {
      ...clauseOf('b/400/media-type', { kind: 'media-type', status: '400', types: ['application/problem+json'] }),
    };
    const body = { error: 'x', message: 'y' };
    const of = (seq: number, whole: object): Symptom => ({
      clause: media,
      violation: { expected: '', actual: '', exchange: seq },
      exchange: exchange({ seq, operation: 'b', outcome: json(400, whole) }),
    });
    const symptoms = lacking('a', 1, body);
    expect(explaining(SHAPES, [...symptoms, of(2, body)], results)).toHaveLength(1);
    expect(explaining(SHAPES, [...symptoms, of(2, { type: 'x', title: 'y' })], results)).toEqual([]);
  });
});

describe('objects of several other shapes', () => {
  const MEMBERS = ['id', 'name', 'price', 'owner', 'since', 'until'];
  const required = (name: string) => answerClause('change', '200', [name], 'required', MEMBERS);
  const lacking = (seq: number, body: Readonly<Record<string, unknown>>): readonly Symptom[] =>
    MEMBERS.filter((name) => !(name in body)).map((name) => ({
      clause: required(name),
      violation: { expected: '', actual: '', at: '', exchange: seq },
      exchange: exchange({ seq, operation: 'change', outcome: json(200, body) }),
    }));
  const results = MEMBERS.map((name) => concluded(required(name), true));
  const sent = (...bodies: readonly Readonly<Record<string, unknown>>[]) =>
    explaining(
      SHAPES,
      bodies.flatMap((body, index) => lacking(index + 1, body)),
      results,
    );

  test('that share a member are one fault, with those that lack fewer members', () => {
    const all = [
      { id: 7, name: 'x' },
      { id: 7, price: 1 },
      { id: 7, since: 'y' },
    ];
    expect(sent(...all)).toEqual(['change/another-shape/200//id']);
    expect(sent(...all, { id: 7, name: 'x', price: 1, since: 'y', until: 'z' })).toEqual([
      'change/another-shape/200//id',
    ]);
  });

  test('that share none are as many faults', () => {
    expect(sent({ owner: 7, name: 'x' }, { id: 7, price: 1 }, { name: 'z', since: 'y' })).toEqual([]);
  });
});

describe('values of a format', () => {
  const at = ['createdAt', 'closedAt', 'paidAt'];
  const typed = (name: string) => answerClause('read', '200', [name], 'type', 'string');
  const formatted = (name: string) => answerClause('read', '200', [name], 'format', 'date-time');
  const written = (clauses: readonly Clause[], values: readonly unknown[]): readonly Symptom[] =>
    clauses.map((clause, index) => {
      const name = clause.id.split('/')[2] ?? '';
      return {
        clause,
        violation: { expected: '', actual: JSON.stringify(values[index]), at: `/${name}` },
        exchange: exchange({ operation: 'read', outcome: json(200, { [name]: values[index] }) }),
      };
    });

  test('that are paths are one spelling, whatever they lead to', () => {
    const links = ['first', 'next', 'last'].map((name) => answerClause('read', '200', [name], 'format', 'uri'));
    const symptoms = written(links, ['/things?page=1', '/things?page=2&size=7', `/parts?page=${'9'.repeat(80)}`]);
    const results = links.map((clause) => concluded(clause, true));
    expect(explaining(['otherSpellings'], symptoms, results)[0]).toBe('service/spelling/format/uri');
  });

  test('that are no texts are a spelling of it', () => {
    const results = [
      ...at.map((name) => concluded(typed(name), true)),
      ...at.map((name) => concluded(formatted(name), false)),
    ];
    const lists = at.map(() => [2026, 1, 31]);
    expect(explaining(['otherSpellings'], written(at.map(typed), lists), results)).toEqual([
      'service/spelling/format/date-time',
      'read/spelling/format/date-time',
    ]);
  });

  test('are one spelling with seconds and without', () => {
    const results = at.map((name) => concluded(formatted(name), true));
    const local = ['2026-01-31T12:00', '2026-01-31T12:00:01', '2026-01-31T12:00:01.25'];
    expect(explaining(['otherSpellings'], written(at.map(formatted), local), results)).toContain(
      'service/spelling/format/date-time',
    );
  });
});

describe('bad values of a path', () => {
  const accepted = (clause: Clause): Symptom => ({
    clause,
    violation: { expected: 'status 400', actual: 'status 200', status: { expected: ['400'], actual: 200 } },
    exchange: exchange({
      operation: clause.operation ?? '',
      intent: { kind: 'invalid', reject: 'invalid-path', what: 'a bad id' },
      outcome: json(200, {}),
    }),
  });
  const clauses = (keyword: string) =>
    ['a', 'b', 'c'].map((operation) =>
      clauseOf(`${operation}/id/${keyword}`, { kind: 'parameter', in: 'path', name: 'id', keyword, expected: 'uuid' }),
    );

  test('that are accepted in several operations are one fault of path parameters', () => {
    const results = clauses('format').map((clause) => concluded(clause, true));
    expect(explaining(NOT_VALIDATED, clauses('format').map(accepted), results)).toContain(
      'service/path-format-not-validated',
    );
  });

  test('are none where the id is one that nobody has', () => {
    const results = clauses('unknown').map((clause) => concluded(clause, true));
    expect(explaining(NOT_VALIDATED, clauses('unknown').map(accepted), results)).toEqual([]);
  });
});

const REFUSED = { kind: 'invalid', reject: 'invalid-body', what: 'a member' } as const;
const sending = (body: unknown) => ({ ...exchange({}).request, body: JSON.stringify(body) });

describe('a bad value that was accepted', () => {
  const sent = { name: 'key', tier: 'gold' };
  const letIn: Symptom = {
    clause: clauseOf('create/body/tier/enum', { kind: 'request-body', place: 'tier', keyword: 'enum', expected: [] }),
    violation: { expected: 'status 400', actual: 'status 201' },
    exchange: {
      ...exchange({
        operation: 'create',
        intent: { kind: 'invalid', reject: 'invalid-body', what: 'tier' },
        outcome: json(201, sent),
      }),
      request: { ...exchange({}).request, body: JSON.stringify(sent) },
    },
  };
  const listed = (tier: string): Symptom => ({
    clause: answerClause('list', '200', ['items', 'tier'], 'enum', []),
    violation: { expected: '', actual: '', at: '/0/tier' },
    exchange: exchange({ seq: 2, operation: 'list', outcome: json(200, [{ tier }]) }),
  });

  test('takes with it what answers break by that value, and by no other', () => {
    const [gold, silver] = [listed('gold'), listed('silver')];
    expect([...echoesOf([letIn, gold, silver])]).toEqual([[gold.violation, 'create/body/tier/enum']]);
    expect([...echoesOf([gold])]).toEqual([]);
  });

  test('takes elements of lists with it', () => {
    const body = { permissions: ['read', 42] };
    const taken = {
      ...letIn,
      exchange: { ...exchange({ intent: REFUSED, outcome: json(201, body) }), request: sending(body) },
    };
    const shown: Symptom = {
      clause: answerClause('list', '200', ['items', 'permissions', 'items'], 'type', 'string'),
      violation: { expected: '', actual: '', at: '/0/permissions/1' },
      exchange: exchange({ seq: 2, operation: 'list', outcome: json(200, [body]) }),
    };
    expect([...echoesOf([taken, shown])]).toEqual([[shown.violation, 'create/body/tier/enum']]);
  });

  const required = clauseOf('create/body/name/required', {
    kind: 'request-body',
    place: 'name',
    keyword: 'required',
    expected: undefined,
  });
  const without = (seq: number): Symptom => ({
    clause: required,
    violation: { expected: 'status 400', actual: 'status 201', status: { expected: ['400'], actual: 201 } },
    exchange: {
      ...exchange({ seq, operation: 'create', intent: REFUSED, outcome: json(201, {}) }),
      request: sending({}),
    },
  });

  test('as missing and as null alike makes the member optional: one fault; of another kind it is another', () => {
    const type = clauseOf('create/body/name/type', {
      kind: 'request-body',
      place: 'name',
      keyword: 'type',
      expected: 'string',
    });
    const as = (name: unknown): Symptom => ({
      ...without(6),
      clause: type,
      exchange: {
        ...exchange({ seq: 6, operation: 'create', intent: REFUSED, outcome: json(201, {}) }),
        request: sending({ name }),
      },
    });
    const format = concluded(
      clauseOf('create/body/name/minLength', { ...required.subject, keyword: 'minLength' } as never),
      false,
    );
    const results = [concluded(required, true), concluded(type, true), format];
    expect(explaining(NOT_VALIDATED, [without(5), as(null)], results)).toContain('create/body/name/optional');
    expect(explaining(NOT_VALIDATED, [without(5), as(42)], results)).not.toContain('create/body/name/optional');
  });
});
