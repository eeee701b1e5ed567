import { existsSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { Role } from '../../check/target.ts';
import { schemaPath } from '../../config/config-file.ts';
import type { Environment } from '../../config/environment.ts';
import { toYaml } from '../../config/yaml.ts';
import { headersFor, type RoleScheme } from '../../contract/roles.ts';
import { isWithin } from '../../files.ts';
import { clipped, visible } from '../../report/escape.ts';
import { isObject } from '../../schema/pointer.ts';
import type { Schema } from '../../schema/schema.ts';
import { type Admission, admissionWords } from './admission.ts';
import { samplesIn } from './samples.ts';

/** What a target file is written from. */
export interface TargetFacts {
  /** Where the schema stands, for editors; and what it says. */
  readonly schemaPath: string | undefined;
  readonly schema: Schema;
  readonly baseUrl: string;
  /** The path of a profile; undefined where the contract has nothing to decide. */
  readonly profile: string | undefined;
  /** What became of the credentials that were given. */
  readonly admissions: ReadonlyMap<Role, Admission | undefined>;
  readonly roles: readonly RoleScheme[];
  readonly env: Environment;
  readonly samples: ReadonlyMap<string, unknown>;
}

/** A target file with a comment for each line; what is not known stands there as a comment, with what it is. */
export function targetText(facts: TargetFacts): string {
  const { schema, schemaPath, baseUrl, profile, samples } = facts;
  return [
    ...(schemaPath === undefined ? [] : [`# yaml-language-server: $schema=${schemaPath}`]),
    '# The service under test. conform doctor says what is missing, conform help samples what each sample is.',
    `baseUrl: ${scalar(baseUrl)}`,
    ...(profile === undefined
      ? []
      : ['# Which reading of the contract applies where it contradicts itself.', `profile: ${scalar(profile)}`]),
    '# How many requests a run may send: smoke 100, standard 1,000, deep 10,000.',
    'depth: standard',
    '',
    ...credentialLines(facts),
    '',
    ...group('samples', sampleLines(schema, samples), 'What cannot be discovered over the API.'),
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

/** The headers with the variable in place of its value, which may bring its scheme (`Bearer …`) along. */
function withVariable(
  headers: (value: string) => Readonly<Record<string, string>>,
  variable: string,
  value = '',
): Readonly<Record<string, string>> {
  const reference = `\${${variable}}`;
  const isWhole = Object.values(headers(value.trim())).includes(value.trim());
  const filled = Object.entries(headers(reference));
  return Object.fromEntries(filled.map(([name, text]) => [name, isWhole ? reference : text]));
}

/** A mapping that holds nothing but comments would be empty, and an empty one is an error: then it is a comment itself. */
function group(name: string, lines: readonly string[], explanation: string): readonly string[] {
  const head = lines.every((line) => line.trimStart().startsWith('#')) ? `# ${name}:` : `${name}:`;
  return [`# ${explanation}`, head, ...lines];
}

/** A group of which no member is known is one line. */
function sampleLines(root: Schema, samples: TargetFacts['samples']): readonly string[] {
  const isKnown = (group: string) => [...samples.keys()].some((path) => path.startsWith(`${group}.`));
  return [...samplesIn(root)].flatMap(([path, { title = '', properties }]) => {
    const names = path.split('.');
    const name = names.pop() ?? '';
    const indent = '  '.repeat(names.length + 1);
    if (names.length > 0 && !isKnown(names.join('.'))) return [];
    if (properties !== undefined && isKnown(path)) return `${indent}${name}:`;
    const value = samples.get(path);
    if (value === undefined) return `${indent}# ${name}: # ${title}; not found`;
    const text = isObject(value) || Array.isArray(value) ? JSON.stringify(value) : scalar(value);
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

/** What a service said ends up in comments and values: it may bring no line of its own. */
function comment(text: string): string {
  return clipped(visible(text), 200);
}

function scalar(value: unknown): string {
  return toYaml(value).trim();
}

/**
 * Where the schema of the target files of a contract stands, for the editor of one: a relative path where the package is in
 * the project, an absolute one else. Undefined where there is none within `cwd`.
 */
export function schemaBeside(document: string, target: string, cwd: string): string | undefined {
  const path = join(dirname(document), 'schemas', basename(schemaPath('target')));
  if (!existsSync(path) || !isWithin(cwd, path)) return undefined;
  const short = relative(dirname(target), path).replaceAll('\\', '/');
  return short.startsWith('../..') ? path : `./${short}`;
}
