import SwaggerParser from '@apidevtools/swagger-parser';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ContractDocument } from '../../src/contract/document.ts';
import { parseBranch, resolve } from '../../src/contract/resolve.ts';
import { SpecError, UsageError } from '../../src/errors.ts';
import { isObject } from '../../src/schema/pointer.ts';
import { createValidators } from '../../src/schema/validators.ts';
import { everyBranch, loaded } from '../support/contract.ts';

const CONFLICTS = {
  colour: {
    question: 'Which?',
    section: 'S',
    operations: [],
    branches: { red: { means: 'red', 'stated-by': 'a' }, blue: { means: 'blue', 'stated-by': 'b' } },
  },
  shape: {
    question: 'Which?',
    section: 'S',
    operations: [],
    branches: { round: { means: 'round', 'stated-by': 'a' }, square: { means: 'square', 'stated-by': 'b' } },
  },
};

/** A document that is only as much of one as resolving looks at. */
function documentWith(rest: Readonly<Record<string, unknown>>): ContractDocument {
  return { 'x-conflicts': CONFLICTS, ...rest } as unknown as ContractDocument;
}

function resolved(
  rest: Readonly<Record<string, unknown>>,
  choices: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> {
  const { 'x-conflicts': _conflicts, ...others } = resolve(documentWith(rest), choices);
  return others as unknown as Readonly<Record<string, unknown>>;
}

describe('choosing a branch', () => {
  test('removes the nodes of the others, as members and as elements', () => {
    const rest = {
      a: { x: { 'x-branch': 'colour/red' }, y: { 'x-branch': 'colour/blue', kept: 1 } },
      list: [{ 'x-branch': 'colour/red' }, 'plain'],
    };
    expect(resolved(rest, { colour: 'blue' })).toEqual({ a: { y: { kept: 1 } }, list: ['plain'] });
  });

  test('takes the mark from what it keeps, and leaves the marks of open conflicts', () => {
    const rest = { a: { 'x-branch': 'colour/red', b: { 'x-branch': 'shape/round' } } };
    expect(resolved(rest, { colour: 'red' })).toEqual({ a: { b: { 'x-branch': 'shape/round' } } });
  });

  test('leaves everything as it is where nothing is chosen', () => {
    const rest = { a: { anyOf: [{ 'x-branch': 'colour/red' }, { 'x-branch': 'colour/blue' }] } };
    expect(resolved(rest, {})).toEqual(rest);
  });

  test('keeps the conflicts themselves', () => {
    expect(resolve(documentWith({}), { colour: 'red' })['x-conflicts']).toEqual(CONFLICTS);
  });

  test('does not change the document that it is given', () => {
    const document = documentWith({ a: { x: { 'x-branch': 'colour/red' } } });
    const before = structuredClone(document);
    resolve(document, { colour: 'blue' });
    expect(document).toEqual(before);
  });
});

describe.each(['anyOf', 'oneOf'])('a thinned-out %s', (keyword) => {
  const members = [
    { 'x-branch': 'colour/red', type: 'string' },
    { 'x-branch': 'colour/blue', type: 'number' },
  ];

  test('becomes its one member', () => {
    expect(resolved({ a: { [keyword]: members } }, { colour: 'red' })).toEqual({ a: { type: 'string' } });
  });

  test('that has neighbours becomes a part of an allOf', () => {
    expect(
      resolved({ a: { [keyword]: members, description: 'd', allOf: [{ minLength: 1 }] } }, { colour: 'red' }),
    ).toEqual({ a: { description: 'd', allOf: [{ minLength: 1 }, { type: 'string' }] } });
  });

  test('stays a union where two members are left', () => {
    expect(resolved({ a: { [keyword]: [...members, { type: 'null' }] } }, { colour: 'red' })).toEqual({
      a: { [keyword]: [{ type: 'string' }, { type: 'null' }] },
    });
  });

  test('stays where it was written with one member', () => {
    const rest = { a: { [keyword]: [{ type: 'string' }] } };
    expect(resolved(rest, { colour: 'red' })).toEqual(rest);
  });
});

describe('what is not declared', () => {
  test('as a conflict is refused with a hint and the known ones', () => {
    expect(() => resolve(documentWith({}), { color: 'red' })).toThrow(UsageError);
    expect(() => resolve(documentWith({}), { color: 'red' })).toThrow(
      /^unknown conflict color\b.*did you mean colour\?.*Known: colour, shape\.$/u,
    );
  });

  test('as a branch is refused with a hint and the known ones', () => {
    expect(() => resolve(documentWith({}), { colour: 'blu' })).toThrow(UsageError);
    expect(() => resolve(documentWith({}), { colour: 'blu' })).toThrow(
      /^conflict colour has no branch blu\b.*did you mean blue\?.*Its branches: red, blue, or any\.$/u,
    );
  });

  test('but stands as a mark in the document is an error of the document', () => {
    expect(() => resolve(documentWith({ a: { 'x-branch': 'colour/green' } }), {})).toThrow(SpecError);
    expect(() => resolve(documentWith({ a: [{ 'x-branch': 'size/big' }] }), {})).toThrow('size/big');
  });
});

test('a mark names a conflict and a branch', () => {
  expect(parseBranch('colour/red')).toEqual({ conflict: 'colour', branch: 'red' });
});

describe('the contract document', () => {
  test.each(everyBranch())(
    'under $conflict/$branch alone is valid OpenAPI and compiles',
    async ({ conflict, branch }) => {
      const document = resolve(loaded.document, { [conflict]: branch });
      expectNoMarkOf(document, [conflict]);
      compileAll(document);
      await expect(SwaggerParser.validate(structuredClone(document) as never)).resolves.toBeDefined();
    },
  );

  test('under any full choice has no mark left and compiles', () => {
    fc.assert(
      fc.property(fullChoice, (choices) => {
        const document = resolve(loaded.document, choices);
        expectNoMarkOf(document, Object.keys(choices));
        compileAll(document);
      }),
      { numRuns: 40 },
    );
  });

  test('under any full choice is valid OpenAPI', async () => {
    await fc.assert(
      fc.asyncProperty(fullChoice, async (choices) => {
        await SwaggerParser.validate(structuredClone(resolve(loaded.document, choices)) as never);
      }),
      { numRuns: 40 },
    );
  });

  test('gives the same whatever the order of the choices, one at a time or all at once', () => {
    fc.assert(
      fc.property(
        fullChoice.chain((choices) => fc.shuffledSubarray(Object.entries(choices))),
        (entries) => {
          const together = resolve(loaded.document, Object.fromEntries(entries));
          const inTurn = entries.reduce(
            (document, [conflict, branch]) => resolve(document, { [conflict]: branch }),
            loaded.document,
          );
          expect(inTurn).toEqual(together);
        },
      ),
      { numRuns: 30 },
    );
  });
});

const fullChoice = fc.record(
  Object.fromEntries(
    Object.entries(loaded.document['x-conflicts']).map(([id, { branches }]) => [
      id,
      fc.constantFrom(...Object.keys(branches)),
    ]),
  ),
) as fc.Arbitrary<Readonly<Record<string, string>>>;

function compileAll(document: ContractDocument): void {
  const { compile } = createValidators(document);
  for (const name of Object.keys(document.components.schemas)) compile({ $ref: `#/components/schemas/${name}` });
}

function expectNoMarkOf(document: ContractDocument, conflicts: readonly string[]): void {
  const { 'x-conflicts': _conflicts, ...rest } = document;
  expect(marksIn(rest).filter((mark) => conflicts.includes(parseBranch(mark).conflict))).toEqual([]);
}

function marksIn(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(marksIn);
  if (!isObject(node)) return [];
  const own = node['x-branch'];
  return [...(typeof own === 'string' ? [own] : []), ...Object.values(node).flatMap(marksIn)];
}
