import { nearest, UsageError } from '../errors.ts';

/** The environment variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * In an unquoted flow mapping, YAML would parse the braces of `${NAME}` as its own. So before parsing, each brace is replaced
 * by one character without a meaning in YAML, which keeps every position.
 */
const [OPEN, CLOSE] = ['\u{e000}', '\u{e001}'];

export function hideVariables(text: string): string {
  return text.replaceAll(/\$\{([^{}\n]*)\}/gu, (_, name: string) => `$${OPEN}${name}${CLOSE}`);
}

/** Restores the braces that `hideVariables` replaced. */
export function revealVariables(text: string): string {
  return text.replaceAll(OPEN, '{').replaceAll(CLOSE, '}');
}

/** Replaces each variable by its value. Throws a UsageError if one is missing or empty. */
export function expandVariables(text: string, environment: Environment): string {
  return text.replaceAll(/\$\u{e000}([^\u{e001}]*)\u{e001}/gu, (_, name: string) => valueOf(name, environment));
}

function valueOf(name: string, environment: Environment): string {
  if (!/^[A-Za-z_]\w*$/u.test(name))
    throw new UsageError('what stands in ${…} is not the name of a variable: letters, digits and _ alone.');
  const value = environment[name];
  if (value === undefined) throw new UsageError(`${safeNameOf(name)} is not set; set it, or remove the line.`);
  if (value.trim() === '')
    throw new UsageError(`the environment variable ${name} is empty; give it a value, or remove the line.`);
  return value;
}

/** Quotes a name only if it looks like one: a user may have written a secret between the braces. */
function safeNameOf(variable: string): string {
  return /^(?:_*[A-Z]{1,20}\d{0,2})+$/u.test(variable) || /^[a-z]{1,12}$/u.test(variable)
    ? `the environment variable ${variable}`
    : 'the environment variable in ${…} (its name is not shown, for it may be a secret)';
}

/** The names in `${…}` in a text. */
export function variablesIn(text: string): readonly string[] {
  return [...text.matchAll(/\$\{(\w+)\}/gu)].map(([, name = '']) => name);
}

const PREFIX = 'CONFORM_';

const VITEST_VARIABLES = ['BASELINE', 'EXPECTATIONS', 'FAIL_ON', 'PROFILE', 'REPORT', 'REPORTER', 'STRICT', 'TARGET'];

/** The variables that the command or the vitest host reads, without those of credentials. */
const VARIABLES = ['BASE_URL', 'KEY_PASSPHRASE', ...VITEST_VARIABLES].map((name) => `${PREFIX}${name}`);

/** A warning about set variables that only the vitest host reads; the command has options instead. */
export function readByVitestAlone(environment: Environment): readonly string[] {
  const set = VITEST_VARIABLES.filter((name) => environment[`${PREFIX}${name}`] !== undefined);
  if (set.length === 0) return [];
  const names = set.map((name) => `${PREFIX}${name}`).join(', ');
  const flags = set.map((name) => `--${name.toLowerCase().replaceAll('_', '-')}`).join(', ');
  return [`Read by vitest alone, and not by this command: ${names}. Give ${flags} instead.`];
}

/** The inputs of the GitHub action and the GitLab component, which pass them on as options. */
const PIPELINE_PREFIX = `${PREFIX}INPUT_`;

/** A sentence for each variable that begins with CONFORM_ but that nothing reads: most are misspelt. */
export function unreadVariables(environment: Environment, alsoRead: readonly string[]): readonly string[] {
  const known = [...VARIABLES, ...alsoRead];
  const own = known.flatMap((name) => (name.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : []));
  const hintFor = (name: string): string => {
    const near = nearest(name.slice(PREFIX.length), own);
    return near === undefined ? '' : ` (did you mean ${PREFIX}${near}?)`;
  };
  return Object.keys(environment)
    .filter((name) => name.startsWith(PREFIX) && !name.startsWith(PIPELINE_PREFIX) && !known.includes(name))
    .map((name) => `The environment variable ${name} is set, but nothing reads it${hintFor(name)}.`);
}
