import { existsSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { Role } from '../../check/target.ts';
import { schemaPath } from '../../config/config-file.ts';
import type { Environment } from '../../config/environment.ts';
import { toYaml } from '../../config/yaml.ts';
import { headersFor, type RoleScheme } from '../../contract/roles.ts';
import { mapMembers } from '../../defined.ts';
import { isWithin } from '../../files.ts';
import { clipped, visible } from '../../report/escape.ts';
import { isObject } from '../../schema/pointer.ts';
import type { Schema } from '../../schema/schema.ts';
import { type Admission, admissionWords } from './admission.ts';
import { samplesIn } from './samples.ts';

export interface TargetFacts {
  /** The path of the schema, for editors; undefined if it has no file. */
  readonly schemaPath: string | undefined;
  readonly schema: Schema;
  readonly baseUrl: string;
  /** The path of a profile; undefined if the contract has no conflicts. */
  readonly profile: string | undefined;
  /** For each given credential: whether the service accepts it. */
  readonly admissions: ReadonlyMap<Role, Admission | undefined>;
  readonly roles: readonly RoleScheme[];
  readonly env: Environment;
  readonly samples: ReadonlyMap<string, unknown>;
}

/** A target file with an explanation for each line. What is unknown is commented out. */
export function targetText(facts: TargetFacts): string {
  const { schema, schemaPath, baseUrl, profile, samples } = facts;
  return [
    ...(schemaPath === undefined ? [] : [`# yaml-language-server: $schema=${schemaPath}`]),
    '# The service under test. conform doctor says what is missing, conform help samples what each sample is.',
    `baseUrl: ${yamlOf(baseUrl)}`,
    ...(profile === undefined
      ? []
      : ['# Which reading of the contract applies where it contradicts itself.', `profile: ${yamlOf(profile)}`]),
    '# How many requests a run may send: smoke 100, standard 1,000, deep 10,000.',
    'depth: standard',
    '',
    ...credentialLines(facts),
    '',
    ...group(
      'samples',
      sampleLines(schema, samples),
      'What init cannot always find over the API: a line that is a comment has no value yet.',
    ),
    '',
    ...permissionLines(schema),
    '',
    '# Sent with every request, and shown as it is unless it is secret.',
    '# headers: { X-Lab: a, X-Waf: { value: ${WAF}, secret: true } }',
    '',
  ].join('\n');
}

function credentialLines({ admissions, roles, env }: TargetFacts): readonly string[] {
  const lines = roles.map((scheme) => {
    const { role, variable } = scheme;
    const headers = withVariable((value) => headersFor(scheme, value), variable, env[variable]);
    const line = `${role}: ${JSON.stringify({ headers })}`;
    return admissions.has(role)
      ? `  ${line} # ${comment(admissionWords(admissions.get(role)))}`
      : `  # ${line} # ${variable} was not set`;
  });
  return group('credentials', lines, 'Only ever sent to baseUrl. The values come from the environment.');
}

/** The headers with a reference to the variable instead of its value, which may include the scheme (`Bearer …`). */
function withVariable(
  headers: (value: string) => Readonly<Record<string, string>>,
  variable: string,
  value = '',
): Readonly<Record<string, string>> {
  const reference = `\${${variable}}`;
  const isWholeValue = Object.values(headers(value.trim())).includes(value.trim());
  return mapMembers(headers(reference), (text) => (isWholeValue ? reference : text));
}

/** A commented mapping. If its lines are all comments, so is its name: an empty mapping is an error. */
function group(name: string, lines: readonly string[], explanation: string): readonly string[] {
  const head = lines.every((line) => line.trimStart().startsWith('#')) ? `# ${name}:` : `${name}:`;
  return [`# ${explanation}`, head, ...lines];
}

/** A line for each sample; only one for a group without known members. */
function sampleLines(root: Schema, samples: TargetFacts['samples']): readonly string[] {
  const isKnown = (name: string) => [...samples.keys()].some((path) => path.startsWith(`${name}.`));
  return [...samplesIn(root)].flatMap(([path, { title = '', properties }]) => {
    const names = path.split('.');
    const name = names.pop() ?? '';
    const indent = '  '.repeat(names.length + 1);
    if (names.length > 0 && !isKnown(names.join('.'))) return [];
    if (properties !== undefined && isKnown(path)) return `${indent}${name}:`;
    const value = samples.get(path);
    if (value === undefined) return `${indent}# ${name}: # ${title}`;
    const text = isObject(value) || Array.isArray(value) ? JSON.stringify(value) : yamlOf(value);
    return `${indent}${name}: ${text} # ${title}`;
  });
}

function permissionLines(root: Schema): readonly string[] {
  const { description = '', properties = {} } = (root.properties?.['allow'] ?? {}) as Described;
  const lines = Object.entries(properties).flatMap(([name, schema]) => [
    ...((schema as Described).description === undefined ? [] : [`  # ${(schema as Described).description ?? ''}`]),
    `  ${name}: false`,
  ]);
  return group('allow', lines, description);
}

type Described = Schema & { readonly description?: string };

/** Text of a service for a comment: clipped, and without line breaks. */
function comment(text: string): string {
  return clipped(visible(text), 200);
}

function yamlOf(value: unknown): string {
  return toYaml(value).trim();
}

/**
 * The path of the schema of a contract's target files, for editors: relative to the target file, or absolute if it is more
 * than one folder above it. Undefined if `cwd` contains no such schema.
 */
export function schemaBeside(document: string, target: string, cwd: string): string | undefined {
  const path = join(dirname(document), 'schemas', basename(schemaPath('target')));
  if (!existsSync(path) || !isWithin(cwd, path)) return undefined;
  const relativePath = relative(dirname(target), path).replaceAll('\\', '/');
  return relativePath.startsWith('../..') ? path : `./${relativePath}`;
}
