import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseTargetFile, readTargetFile } from '../../src/config/target-file.ts';
import { temporaryFolder } from '../support/temporary.ts';

const ENV = { KEY: 'k-secret-123', EMPTY: '', BROKEN: 'line\nbreak' };
const parse = (text: string) => parseTargetFile(text, 'target.yaml', ENV);

function complaint(text: string): string {
  try {
    parse(text);
  } catch (error) {
    return (error as Error).message;
  }
  return 'nothing';
}

describe('a target file', () => {
  test('may merge mappings', () => {
    const text =
      'samples: &all { doi: a }\ncredentials:\n  bearer: &k { headers: { A: b } }\n  session: { <<: *k, headers: { C: d } }\n  apiKey:\n    <<: [*k]\n';
    expect(parse(text)).toEqual({
      samples: { doi: 'a' },
      credentials: {
        bearer: { headers: { A: 'b' } },
        session: { headers: { C: 'd' } },
        apiKey: { headers: { A: 'b' } },
      },
    });
  });

  test.each<readonly [string, (text: string) => Uint8Array]>([
    ['UTF-8', (text) => Buffer.from(text)],
    ['UTF-8 with a byte order mark', (text) => Buffer.from(`\ufeff${text}`)],
    ['UTF-16, little end first', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16, big end first', (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ['UTF-16 without a mark', (text) => Buffer.from(text, 'utf16le')],
    ['UTF-16 without a mark, big end first', (text) => Buffer.from(text, 'utf16le').swap16()],
  ])('is read in %s', (_, encode) => {
    const file = join(temporaryFolder(), 'target.yaml');
    writeFileSync(file, encode('samples:\r\n  doi: "ü😀"\r\n'));
    expect(readTargetFile(file, ENV)).toEqual({ samples: { doi: 'ü😀' } });
  });

  test('is read as the design shows it, unquoted variables in flow mappings included', () => {
    const text = [
      'baseUrl: https://staging.example',
      'profile: reference-pages            # a built-in name',
      'credentials:',
      '  apiKey:  { headers: { X-API-Key: ${KEY} } }',
      '  bearer:  { headers: { Authorization: "Bearer ${KEY}" } }',
      '  session: { headers: { Cookie: ${KEY} } }',
      'samples:',
      '  paperCuid: clx0000000000000000000000',
      '  priors: { populated: a, logScale: b, unresolvedParent: c, awaiting: d, readError: e }',
      '  inference: { outcome: power, parameters: [a, b], operatingPoint: { a: 1, b: [2] }, inputs: { c: 2.5 } }',
      '  maxMessages: 50',
      'allow: { writes: false, chat: true, exhaustRateLimit: false }',
      'headers: {}',
      'depth: standard',
    ].join('\n');
    expect(parse(text)).toEqual({
      baseUrl: 'https://staging.example',
      profile: 'reference-pages',
      credentials: {
        apiKey: { headers: { 'X-API-Key': 'k-secret-123' } },
        bearer: { headers: { Authorization: 'Bearer k-secret-123' } },
        session: { headers: { Cookie: 'k-secret-123' } },
      },
      samples: {
        paperCuid: 'clx0000000000000000000000',
        priors: { populated: 'a', logScale: 'b', unresolvedParent: 'c', awaiting: 'd', readError: 'e' },
        inference: { outcome: 'power', parameters: ['a', 'b'], operatingPoint: { a: 1, b: [2] }, inputs: { c: 2.5 } },
        maxMessages: 50,
      },
      allow: { writes: false, chat: true, exhaustRateLimit: false },
      headers: {},
      depth: 'standard',
    });
  });

  test.each([
    ['an unknown key', 'baseURL: http://x', 'target.yaml:1:1: unknown key baseURL (did you mean baseUrl?)'],
    [
      'a sample that is no id',
      'samples:\n  paperCuid: undefined',
      'target.yaml:2:14: samples.paperCuid has to be a CUID (a lower-case letter and 19 to 31 lower-case letters and digits), but it is the text "undefined".',
    ],
    [
      'an unknown key inside',
      'samples:\n  priors: { populate: a }',
      'target.yaml:2:13: unknown key populate in samples.priors (did you mean populated?)',
    ],
    [
      'an unknown role',
      'credentials:\n  beare: { headers: {} }',
      'target.yaml:2:3: unknown key beare in credentials (did you mean bearer?)',
    ],
    ['a missing variable', 'headers:\n  X-A: ${NOPE}', 'target.yaml:2:8: the environment variable NOPE is not set'],
    [
      'an empty variable of a credential',
      'credentials: { apiKey: { headers: { X-API-Key: ${EMPTY} } } }',
      'the environment variable EMPTY is empty',
    ],
    ['a variable without a name', 'baseUrl: ${}', 'what stands in ${…} is not the name of a variable'],
    [
      'a number where text is due',
      'samples: { doi: 10.1 }',
      'target.yaml:1:17: samples.doi has to be text, but it is the number 10.1; put it in quotes.',
    ],
    ['nothing where text is due', 'samples:\n  doi:', 'samples.doi has to be text, but it is empty.'],
    [
      'text where a flag is due',
      'allow: { writes: yes }',
      'allow.writes has to be true or false, but it is the text "yes".',
    ],
    [
      'a wrong choice',
      'depth: dep',
      'depth has to be one of smoke, standard, deep (did you mean deep?), but it is the text "dep".',
    ],
    [
      'what may be a secret in the wrong line',
      'depth: tZtBjJctUREGjNGwsayL',
      'depth has to be one of smoke, standard, deep, but it is a text of 20 characters.',
    ],
    [
      'a fraction where a count is due',
      'samples: { maxMessages: 1.5 }',
      'samples.maxMessages has to be a whole number of at least 1, but it is the number 1.5',
    ],
    ['a half-given sample', 'samples: { inference: { outcome: a } }', 'samples.inference lacks parameters.'],
    [
      'a list where a mapping is due',
      'credentials: [a]',
      'credentials has to be a mapping with apiKey, bearer, session, but it is a list.',
    ],
    ['a credential without headers', 'credentials: { apiKey: {} }', 'credentials.apiKey lacks headers.'],
    [
      'an unfit base URL',
      'depth: deep\nbaseUrl: staging.example',
      'target.yaml:2:10: the base URL is not an absolute one',
    ],
    ['an empty base URL', 'baseUrl: ""', 'the base URL is empty'],
    ['a quote that is not closed', 'samples: { doi: "abc', 'this is not YAML: a double quote is opened and not closed'],
    [
      'a failure without a reason',
      'known: [{ clause: listPapers/route, reason: "" }]',
      'known.0.reason is empty; give the reason.',
    ],
    [
      'an empty sample',
      'samples: { doi: "" }',
      'samples.doi is empty; give a value, or remove the line where it is optional.',
    ],
    ['an empty variable of a sample', 'samples: { doi: ${EMPTY} }', 'the environment variable EMPTY is empty'],
    ['a header name that is none', 'headers: { "a b": c }', 'what stands here is not the name of a header'],
    ['a line break in a header', 'headers: { a: ${BROKEN} }', 'holds a character that no header can carry'],
    [
      'a pair that is not encoded',
      'credentials: { bearer: { headers: { Authorization: "Basic a:b" } } }',
      'has to be encoded after Basic: give what printf',
    ],
    ['a key given twice', 'depth: deep\ndepth: smoke', 'target.yaml:2:1: the key depth stands twice (lines 1 and 2)'],
    ['no YAML at all', 'a: [', 'this is not YAML'],
    ['a second document', 'depth: deep\n---\ndepth: smoke', 'target.yaml:2:1: a second document begins here (---)'],
    ['bytes that are no text', 'depth: de\0ep', 'target.yaml: it holds NUL bytes, so it is no text; save it as UTF-8.'],
    [
      'an unknown key that is merged',
      'samples: { priors: { <<: { populate: a } } }',
      'unknown key populate in samples.priors',
    ],
    ['nothing at all', '', 'target.yaml:1:1: the file has to be a mapping with baseUrl, profile,'],
    ['nothing at all, with what is enough', '', 'such as {"baseUrl":"https://staging.example"}, but it is empty.'],
    [
      'a secret in the place of a credential',
      'credentials: { apiKey: abc }',
      'such as {"headers":{"X-API-Key":"${CONFORM_API_KEY}"}}, but it is a string.',
    ],
    ['comments alone', '# nothing\n', 'but it is empty.'],
    ['plain text', 'hello', 'the file has to be a mapping'],
  ])('names %s', (_, text, expected) => {
    expect(complaint(text)).toContain(expected);
  });

  test('names everything that is wrong at once', () => {
    expect(complaint('dep: x\nallow: { write: true }').split('\n')).toHaveLength(2);
    const faults = complaint('samples: { doi: 1 }\nallow: { write: true }\ndep: x\nheaders: 7\n');
    expect(faults.split('\n').map((line) => Number(line.split(':')[1]))).toEqual([1, 2, 3, 4]);
  });

  test('never shows the value of a secret', () => {
    const message = complaint(
      'credentials:\n  session: { headers: { Cookie: 987654 } }\n  apiKey: { headers: { X: ${BROKEN} } }',
    );
    expect(message).toContain('credentials.session.headers.Cookie has to be text, but it is a number');
    expect(message).not.toMatch(/987654|break\b.*line|line\n/u);
  });

  test('knows that __proto__ is a key like any other', () => {
    expect(complaint('__proto__: { a: 1 }')).toContain('unknown key __proto__');
    expect(complaint('constructor: a')).toContain('unknown key constructor');
  });
});

describe('a header that is sent with every request', () => {
  const secrets = (headers: string, env: Readonly<Record<string, string>> = {}) => {
    const read = parseTargetFile(`headers: { ${headers} }`, 'target.yaml', env);
    return [read.headers, read.secretHeaders];
  };

  test('is the user’s own word, or secret where it says so', () => {
    expect(secrets('Origin: https://portal.example.org, X-Id: 8fK2mQ9xLr4TzW7p')).toEqual([
      { Origin: 'https://portal.example.org', 'X-Id': '8fK2mQ9xLr4TzW7p' },
      undefined,
    ]);
    expect(secrets('X-Waf: { value: ${WAF}, secret: true }, X-Lab: { value: a }', { WAF: 'b' })).toEqual([
      { 'X-Waf': 'b', 'X-Lab': 'a' },
      ['x-waf'],
    ]);
  });

  test('is secret for the name or the value of its variable, unless it says that it is not', () => {
    expect(secrets('A: ${WAF_TOKEN}', { WAF_TOKEN: 'lab' })[1]).toEqual(['a']);
    expect(secrets('A: "v1 ${WAF}"', { WAF: '8fK2mQ9xLr4TzW7p' })[1]).toEqual(['a']);
    expect(secrets('A: ${TENANT}', { TENANT: 'wastewater-lab' })[1]).toBeUndefined();
    expect(secrets('A: { value: ${WAF_TOKEN}, secret: false }', { WAF_TOKEN: 'lab' })[1]).toBeUndefined();
  });

  test.each([
    ['a member that is none', 'headers: { X-A: { value: a, hidden: true } }', 'unknown key hidden in headers.X-A'],
    ['no value', 'headers: { X-A: { secret: true } }', 'headers.X-A lacks value'],
    ['a number', 'headers: { X-A: 5 }', 'headers.X-A has to be text, but it is a number; put it in quotes'],
    ['an empty one', 'headers: { X-A: "" }', 'headers.X-A is empty'],
  ])('is complained of: %s', (_, text, message) => expect(complaint(text)).toContain(message));
});
