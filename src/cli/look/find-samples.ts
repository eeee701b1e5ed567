import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { configSchema, readConfig } from '../../config/config-file.ts';
import type { Contract } from '../../contract/contract.ts';
import { operationOf } from '../../contract/contract.ts';
import { defined } from '../../defined.ts';
import { atPointer, valuesAt } from '../../schema/pointer.ts';
import type { Schema } from '../../schema/schema.ts';
import { errorsUnder } from '../../schema/schema-errors.ts';
import type { Ask } from './admission.ts';
import { samplesIn, validSamples } from './samples.ts';

/** A question of spec/discovery.yaml; its schema explains each member. */
interface Question {
  readonly ask: string;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly vary?: {
    readonly path?: string;
    readonly body?: Readonly<Record<string, unknown>>;
    readonly values: readonly string[];
    /** Where an answer has further values to ask with. */
    readonly more?: readonly string[];
  };
  /** Where an answer has values for later questions. */
  readonly note?: Readonly<Record<string, readonly string[]>>;
  /** Where an answer has samples. */
  readonly take?: Readonly<Record<string, readonly string[]>>;
  /** What an answer has to say for the value asked with to be the sample. */
  readonly sort?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Samples of the request itself: its success shows that they are right. */
  readonly proves?: Readonly<Record<string, unknown>>;
}

const MAX_REQUESTS = 40;
const MAX_LIST_LENGTH = 3;

export interface Finding {
  readonly contract: Contract;
  readonly ask: Ask;
  /** The schema of the contract's target files. */
  readonly schema: Schema;
  /** The path of the contract document, which has discovery.yaml beside it. */
  readonly path: string;
}

/**
 * Asks the service each question of discovery.yaml. Returns the found samples that fit their schemas, by their path, such as
 * `priors.populated`, and how many there are in the schema (`possible`).
 */
export async function findSamples(finding: Finding) {
  const { schema, path } = finding;
  const known = samplesIn(schema);
  const search: Search = { ...finding, known, samples: new Map(), notes: new Map(), requests: 0 };
  for (const question of readQuestions(path)) await askUntilFound(question, search);
  const possible = [...known.values()].filter(({ properties }) => properties === undefined).length;
  return { samples: validSamples(search.samples, schema), possible, requests: search.requests };
}

interface Search extends Finding {
  readonly known: ReadonlyMap<string, Schema>;
  readonly samples: Map<string, unknown>;
  readonly notes: Map<string, readonly string[]>;
  requests: number;
}

function readQuestions(path: string): readonly Question[] {
  const file = join(dirname(path), 'discovery.yaml');
  if (!existsSync(file)) return [];
  const schema = configSchema('discovery');
  return readConfig<{ questions: readonly Question[] }>(readFileSync(file, 'utf8'), file, schema).value.questions;
}

/**
 * Asks with one value after the other, including those that the answers add, until every sample of the question is found or
 * the request limit is reached.
 */
async function askUntilFound(question: Question, search: Search): Promise<void> {
  const values = new Set(valuesOf(question, search));
  const [first] = values;
  for (const value of values) {
    if (isAnswered(question, search) || search.requests >= MAX_REQUESTS) return;
    search.requests += 1;
    const outcome = await search.ask({
      operation: operationOf(search.contract, question.ask),
      ...defined({ query: question.query }),
      ...(question.vary?.path === undefined ? {} : { path: { [question.vary.path]: value } }),
      ...(question.vary?.body === undefined ? {} : { body: withValue(question.vary.body, value) }),
    });
    // If no answer comes to the first request, none will come to the others.
    if (outcome.kind === 'failure' && value === first) return;
    if (outcome.kind === 'failure' || outcome.body.json === undefined) continue;
    const { value: answer } = outcome.body.json;
    for (const pointer of question.vary?.more ?? []) for (const text of textsAt(answer, pointer)) values.add(text);
    if (outcome.status < 300) recordAnswer(question, answer, value, search);
  }
}

function valuesOf({ vary }: Question, { samples, notes }: Search): readonly string[] {
  return (vary?.values ?? ['']).flatMap((value) => {
    if (value.startsWith('$found.')) return notes.get(value.slice('$found.'.length)) ?? [];
    const sample = value.startsWith('$samples.') ? samples.get(value.slice('$samples.'.length)) : value;
    return typeof sample === 'string' ? [sample] : [];
  });
}

function isAnswered({ take = {}, sort = {} }: Question, { samples }: Search): boolean {
  const wanted = [...Object.keys(take), ...Object.keys(sort)];
  return wanted.length > 0 && wanted.every((name) => samples.has(name));
}

function recordAnswer(question: Question, answer: unknown, value: string, { known, samples, notes }: Search): void {
  for (const [name, pointers] of Object.entries(question.note ?? {}))
    notes.set(name, [...new Set([...(notes.get(name) ?? []), ...pointers.flatMap((one) => textsAt(answer, one))])]);
  for (const [name, pointers] of Object.entries(question.take ?? {})) {
    const values = pointers.flatMap((pointer) => valuesAt(answer, pointer));
    const distinct = [...new Set(values)].slice(0, MAX_LIST_LENGTH);
    const schema = known.get(name);
    const fit = (schema?.type === 'array' ? [distinct] : values).find((one) => fits(schema, one));
    if (fit !== undefined && !samples.has(name)) samples.set(name, fit);
  }
  for (const [name, proven] of Object.entries(question.proves ?? {})) if (!samples.has(name)) samples.set(name, proven);
  for (const [name, conditions] of Object.entries(question.sort ?? {})) {
    const matches = Object.entries(conditions).every(([pointer, expected]) => atPointer(answer, pointer) === expected);
    if (matches && !samples.has(name)) samples.set(name, value);
  }
}

function fits(schema: Schema | undefined, value: unknown): boolean {
  return value !== null && value !== undefined && schema !== undefined && errorsUnder(schema)(value).length === 0;
}

function withValue(body: Readonly<Record<string, unknown>>, value: string): unknown {
  return JSON.parse(JSON.stringify(body), (_, node: unknown) => (node === '$value' ? value : node));
}

function textsAt(answer: unknown, pointer: string): readonly string[] {
  return valuesAt(answer, pointer).filter((value) => typeof value === 'string');
}
