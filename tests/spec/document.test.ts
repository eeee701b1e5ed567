import { describe, expect, test } from 'vitest';
import type { ClauseNode, ContractDocument, ExampleNode, OperationNode } from '../../src/contract/document.ts';
import { permissionsOf } from '../../src/contract/permissions.ts';
import { resolve } from '../../src/contract/resolve.ts';
import { isDateTime } from '../../src/schema/formats.ts';
import { unknownKeywords } from '../../src/schema/keywords.ts';
import { atPointer, isObject } from '../../src/schema/pointer.ts';
import type { Schema } from '../../src/schema/schema.ts';
import { createValidators } from '../../src/schema/validators.ts';
import { contractUnder, everyBranch, loaded } from '../support/contract.ts';
import { isHeading } from './headings.ts';

const { document } = loaded;
const contract = contractUnder();
const operations = [...contract.operations.values()];
const KEBAB = /^[a-z0-9]+(?:-[a-z0-9]+)*$/u;

describe('the schemas', () => {
  test('compile strictly, each by itself', () => {
    const { compile } = createValidators(document);
    for (const name of Object.keys(document.components.schemas))
      expect(() => compile({ $ref: `#/components/schemas/${name}` }), name).not.toThrow();
  });

  test('use no keyword that the engine would not judge', () => {
    const shapes = Object.entries(document.components.schemas).filter(([name]) => !name.startsWith('Sign'));
    for (const [name, schema] of shapes) expect(unknownKeywords(schema), name).toEqual([]);
  });

  test('are all used', () => {
    const text = JSON.stringify(document);
    expect(
      Object.keys(document.components.schemas).filter((name) => !text.includes(`"#/components/schemas/${name}"`)),
    ).toEqual([]);
  });
});

/** A schema with the examples beside it, as a media type or a parameter carries them. */
interface Exemplified {
  readonly at: string;
  readonly schema: Schema;
  readonly examples: readonly (readonly [string, unknown])[];
}

describe('the examples', () => {
  const readings: readonly (readonly [string, ContractDocument])[] = [
    ['no choice', document],
    ...everyBranch().map(
      ({ conflict, branch }) => [`${conflict}/${branch}`, resolve(document, { [conflict]: branch })] as const,
    ),
  ];

  test.each(readings)('that %s leaves fit the schemas that it leaves', (_name, under) => {
    const { compile } = createValidators(under);
    const found = exemplified(under, under);
    expect(found.length).toBeGreaterThan(20);
    for (const { at, schema, examples } of found) {
      for (const [name, value] of examples) expect(compile(schema)(value), `${at} ${name}`).toBe(true);
    }
  });

  test('are there for every JSON answer and every request body', () => {
    for (const { id, responses, requestBody } of operations) {
      for (const { key, content } of responses) {
        for (const [type, media] of Object.entries(content ?? {}).filter(([one]) => one.endsWith('json'))) {
          expect(Object.keys(media.examples ?? {}).length, `${id} ${key} ${type}`).toBeGreaterThan(0);
        }
      }
      if (requestBody !== undefined)
        expect(
          Object.keys(requestBody.media.examples ?? {}).length +
            (requestBody.media['x-template'] === undefined ? 0 : 1),
          id,
        ).toBeGreaterThan(0);
    }
  });

  test('hold dates that are dates', () => {
    const dates = JSON.stringify(document).match(/"\d{4}-\d\d-\d\dT[^"]*"/gu) ?? [];
    expect(dates.map((date) => JSON.parse(date) as string).filter((date) => !isDateTime(date))).toEqual([]);
  });
});

describe('the clauses', () => {
  const clauses = statedNodes(document);

  test.each(clauses)(
    '$id: a slug in kebab case, a section that exists, a text that is a sentence',
    ({ slug, node }) => {
      expect(slug).toMatch(KEBAB);
      expect(isHeading(node.section), node.section).toBe(true);
      expect(node.text).toMatch(/^\S.*[.?]$/u);
      expect(['MUST', 'SHOULD', 'MAY']).toContain(node.level);
      for (const need of node.needs ?? []) expect(need).toMatch(NEED);
    },
  );

  test('say each thing once', () => {
    const texts = clauses.map(({ owner, node }) => `${owner}: ${node.text}`);
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
  });
});

const NEED = new RegExp(
  `^(?:credential:(?:${contract.roles.map(({ role }) => role).join('|')})|allow:(?:writes|chat|exhaustRateLimit)|sample:[a-zA-Z.]+)$`,
  'u',
);

describe('the conflicts', () => {
  test.each(Object.entries(document['x-conflicts']))(
    '%s: a question, a section, two branches or more',
    (id, conflict) => {
      expect(id).toMatch(KEBAB);
      expect(conflict.question).toMatch(/\?$/u);
      expect(isHeading(conflict.section), conflict.section).toBe(true);
      expect(Object.keys(conflict.branches).length).toBeGreaterThan(1);
      for (const operation of conflict.operations) expect(contract.operations.has(operation), operation).toBe(true);
      for (const { means } of Object.values(conflict.branches)) expect(means).toMatch(/\.$/u);
    },
  );

  test.each(everyBranch())(
    '$conflict/$branch changes the document, or has a clause of its own',
    ({ conflict, branch }) => {
      const others = Object.keys(document['x-conflicts'][conflict]?.branches ?? {}).filter((one) => one !== branch);
      const { 'x-conflicts': _a, ...chosen } = resolve(document, { [conflict]: branch });
      for (const other of others) {
        const { 'x-conflicts': _b, ...rest } = resolve(document, { [conflict]: other });
        expect(JSON.stringify(chosen)).not.toBe(JSON.stringify(rest));
      }
    },
  );

  test.each(Object.entries(document['x-conflicts']))(
    '%s: its signs and its probe are about operations that it names',
    (_id, conflict) => {
      const { compile } = createValidators(document);
      for (const { sign, default: fallback } of Object.values(conflict.branches)) {
        for (const node of [sign, fallback]) {
          if (node === undefined) continue;
          expect(conflict.operations).toEqual(expect.arrayContaining([...node.operations]));
          expect(() => compile(node.exchange)).not.toThrow();
        }
      }
      if (conflict.probe !== undefined) expect(conflict.operations).toContain(conflict.probe.operation);
    },
  );
});

describe('the operations', () => {
  test.each(operations)('$id: its fields lead somewhere', (operation) => {
    const declared = operation.responses.map(({ key }) => key);
    for (const status of Object.values(operation.rejects))
      expect(status === '4XX' || declared.includes(status), status).toBe(true);
    for (const { 'x-sources': sources = [] } of operation.parameters) {
      for (const source of sources)
        if ('operation' in source) expect(contract.operations.has(source.operation), source.operation).toBe(true);
    }
    const undo = operation.node['x-undo'];
    if (undo !== undefined) {
      const names = contract.operations
        .get(undo.operation)
        ?.parameters.filter((parameter) => parameter.in === 'path')
        .map(({ name }) => name);
      expect(Object.keys(undo.path).sort()).toEqual([...(names ?? ['no such operation'])].sort());
    }
    if (operation.permission !== undefined) expect(permissionsOf(document)).toContain(operation.permission);
    expect(operation.tag).not.toBe('untagged');
  });

  test.each(operations)(
    '$id: every path parameter is declared, and has a source or is meant to be unknown',
    ({ path, parameters }) => {
      const inPath = [...path.matchAll(/\{([^}]+)\}/gu)].map(([, name]) => name);
      expect(
        parameters
          .filter((parameter) => parameter.in === 'path')
          .map(({ name }) => name)
          .sort(),
      ).toEqual(inPath.sort());
    },
  );

  test.each(operations)('$id: the names of its conditions are in kebab case, and one of each', ({ responses }) => {
    const names = responses.flatMap(({ condition }) => condition?.name ?? []);
    for (const name of names) expect(name).toMatch(KEBAB);
    expect(new Set(names).size).toBe(names.length);
  });

  test('name only kinds of bad request that the engine makes', () => {
    const kinds = new Set(operations.flatMap(({ rejects }) => Object.keys(rejects)));
    expect(
      [...kinds].filter(
        (kind) =>
          ![
            'invalid-query',
            'invalid-path',
            'invalid-body',
            'malformed-json',
            'missing-credential',
            'wrong-credential',
          ].includes(kind),
      ),
    ).toEqual([]);
  });
});

interface StatedNode {
  readonly id: string;
  readonly owner: string;
  readonly slug: string;
  readonly node: ClauseNode;
}

function statedNodes({ paths, 'x-clauses': service }: ContractDocument): readonly StatedNode[] {
  const owners: (readonly [string, OperationNode['x-clauses']])[] = [
    ['service', service],
    ...Object.values(paths).flatMap((item) =>
      Object.values(item).map((node) => [node.operationId, node['x-clauses']] as const),
    ),
  ];
  return owners.flatMap(([owner, nodes]) =>
    Object.entries(nodes ?? {}).map(([slug, node]) => ({ id: `${owner}/${slug}`, owner, slug, node })),
  );
}

/** Every place of a document where examples stand beside a schema. */
function exemplified(document: ContractDocument, node: unknown, at = ''): readonly Exemplified[] {
  if (Array.isArray(node)) return node.flatMap((item, index) => exemplified(document, item, `${at}/${String(index)}`));
  if (!isObject(node)) return [];
  const below = Object.entries(node).flatMap(([key, value]) => exemplified(document, value, `${at}/${key}`));
  const { schema, examples, example } = node;
  if (!isObject(schema)) return below;
  const named = isObject(examples)
    ? Object.entries(examples).map(([name, one]) => [name, valueOf(document, one)] as const)
    : [];
  const all = [...named, ...(example === undefined ? [] : [['example', example] as const])];
  return all.length === 0 ? below : [{ at, schema: schema as Schema, examples: all }, ...below];
}

function valueOf(document: ContractDocument, node: unknown): unknown {
  const reference = isObject(node) ? node['$ref'] : undefined;
  return ((typeof reference === 'string' ? atPointer(document, reference.slice(1)) : node) as ExampleNode).value;
}
