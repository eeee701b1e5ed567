import { expect, test } from 'vitest';
import { countIn, countOfTests, sumOf } from '../../scripts/gate/count.ts';

const passed = { status: 'passed', fullName: 'adds', failureMessages: [] };
const failed = { status: 'failed', fullName: 'multiplies', failureMessages: ['expected 4 to be 5'] };

test('tests are counted, and a failed one is named with its file and what it says', () => {
  const count = countOfTests(
    JSON.stringify({
      numPassedTests: 3,
      testResults: [
        { name: `${process.cwd()}/tests/a.test.ts`, status: 'passed', message: '', assertionResults: [passed] },
        { name: `${process.cwd()}/tests/b.test.ts`, status: 'failed', message: '', assertionResults: [passed, failed] },
      ],
    }),
  );
  expect(count).toEqual({
    passed: 3,
    failed: 1,
    failures: ['tests/b.test.ts > multiplies\n    expected 4 to be 5'],
  });
});

test('a file that cannot be loaded is one failure', () => {
  const file = {
    name: `${process.cwd()}/tests/a.test.ts`,
    status: 'failed',
    message: 'no such module',
    assertionResults: [],
  };
  const { failed: count, failures } = countOfTests(JSON.stringify({ numPassedTests: 0, testResults: [file] }));
  expect([count, failures]).toEqual([1, ['tests/a.test.ts\n    no such module']]);
});

test('the count of an output comes with the lines that say what failed', () => {
  const output = 'ok      one\nFAILED  two\n\n1 passed, 1 failed\n';
  expect(countIn(/^(\d+) passed, (\d+) failed$/mu, /^FAILED/u, output)).toEqual({
    passed: 1,
    failed: 1,
    failures: ['FAILED  two'],
  });
  expect(() => countIn(/^(\d+) passed, (\d+) failed$/mu, /^FAILED/u, 'killed')).toThrow('it gave no count');
});

test('counts add up', () => {
  const one = { passed: 2, failed: 1, failures: ['a'] };
  expect(sumOf([one, { passed: 3, failed: 0, failures: [] }])).toEqual({ passed: 5, failed: 1, failures: ['a'] });
  expect(sumOf([])).toEqual({ passed: 0, failed: 0, failures: [] });
});
