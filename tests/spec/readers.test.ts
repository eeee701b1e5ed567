import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import SwaggerParser from '@apidevtools/swagger-parser';
import { describe, expect, test } from 'vitest';
import { isObject } from '../../src/schema/pointer.ts';
import { createValidators } from '../../src/schema/validators.ts';
import { contractUnder, loaded } from '../support/contract.ts';
import { exampleValue } from '../support/samples.ts';

type Node = Readonly<Record<string, unknown>>;

/** The document as its readers have it: one file, nothing joined. */
const document = (await SwaggerParser.parse(loaded.path)) as unknown as Node;

/** Everything that a reader wants to have explained, with the place where it stands. */
function described(node: unknown, place = ''): readonly (readonly [string, boolean])[] {
  if (Array.isArray(node)) return node.flatMap((item, index) => described(item, `${place}/${index}`));
  if (!isObject(node)) return [];
  const kind = kindOf(place, node);
  const own = kind === undefined ? [] : [[`${kind} ${place}`, isExplained(node)] as const];
  return [
    ...own,
    ...Object.entries(node).flatMap(([key, value]) => (SKIPPED.has(key) ? [] : described(value, `${place}/${key}`))),
  ];
}

/** Data, not description. */
const SKIPPED: ReadonlySet<string> = new Set(['examples', 'example', 'x-companions', 'mapping', 'security', 'info']);

const SCHEMA = /\/(?:schema|items|additionalProperties|(?:allOf|anyOf|oneOf)\/\d+|if|then|else)$/u;
const KINDS: readonly (readonly [string, RegExp])[] = [
  ['operation', /^\/paths\/.+\/(?:get|post|put|delete)$/u],
  ['parameter', /\/parameters\/\d+$/u],
  ['body', /\/requestBody$/u],
  ['response', /\/responses\/[^/]+$/u],
  ['property', /\/properties\/[^/]+$/u],
  ['schema', /^\/components\/schemas\/[^/]+$/u],
  ['schema', SCHEMA],
];

/** A reference without words is explained where it leads; a parameter explains its schema. */
function kindOf(place: string, node: Node): string | undefined {
  if (
    /\/parameters\/\d+\/schema$/u.test(place) ||
    (typeof node['$ref'] === 'string' && !/\/properties\/[^/]+$/u.test(place))
  )
    return undefined;
  return KINDS.find(([, pattern]) => pattern.test(place))?.[0];
}

function isExplained({ description }: Node): boolean {
  return typeof description === 'string' && description.trim().length > 0;
}

describe('the document for its readers', () => {
  const found = described(document);

  test.each(['operation', 'parameter', 'body', 'response', 'property', 'schema'])('describes every %s', (kind) => {
    const nodes = found.filter(([place]) => place.startsWith(`${kind} `));
    expect(nodes.length).toBeGreaterThan(kind === 'body' ? 5 : 15);
    expect(nodes.filter(([, explained]) => !explained).map(([place]) => place)).toEqual([]);
  });

  test('and the search finds what is not described', () => {
    const broken = structuredClone(document) as { components: { schemas: Record<string, { description?: string }> } };
    delete broken.components.schemas['Pagination']?.description;
    expect(described(broken).filter(([, explained]) => !explained)).toEqual([
      ['schema /components/schemas/Pagination', false],
    ]);
  });

  test('gives every operation a summary', () => {
    for (const { id, node } of contractUnder().operations.values()) expect(node.summary, id).toMatch(/^[A-Z].*[^.]$/u);
  });

  test('holds nothing that only a suite needs', () => {
    const marks = JSON.stringify(document).match(/"x-[a-z-]+"/gu) ?? [];
    expect([...new Set(marks)].sort()).toEqual(['"x-branch"', '"x-companions"', '"x-use-hybrid"']);
  });

  test('is valid by itself', async () => {
    await expect(SwaggerParser.validate(loaded.path)).resolves.toBeDefined();
  });
});

test('no line of the contract is longer than 160 characters', () => {
  const folder = dirname(loaded.path);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.yaml'));
  expect(files.length).toBeGreaterThan(10);
  for (const file of files) {
    const lines = readFileSync(join(folder, file), 'utf8').split('\n');
    expect(
      lines.filter((line) => line.length > 160),
      file,
    ).toEqual([]);
  }
});

describe('examples', () => {
  const contract = contractUnder();
  const validators = createValidators(contract.document);
  const medias = [...contract.operations.values()].flatMap(({ id, requestBody, responses }) => [
    ...(requestBody === undefined ? [] : [[`${id} request`, requestBody.media] as const]),
    ...responses.flatMap(({ key, content }) =>
      Object.entries(content ?? {}).map(([type, media]) => [`${id} ${key} ${type}`, media] as const),
    ),
  ]);
  const withExamples = medias.filter(([, { examples }]) => examples !== undefined);

  test('stand beside every JSON body', () => {
    expect(medias.filter(([name, { examples }]) => !/ text\//u.test(name) && examples === undefined)).toEqual([]);
  });

  test.each(withExamples)('of %s fit their schema', (_name, { schema = {}, examples = {} }) => {
    const fits = validators.compile(schema);
    for (const [name, example] of Object.entries(examples))
      expect(fits(exampleValue(contract, example)), name).toBe(true);
  });
});
