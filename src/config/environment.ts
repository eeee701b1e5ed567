import { nearest, UsageError } from '../errors.ts';

/** Environment variables, as a process has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * `${NAME}` may stand unquoted in a flow mapping, where YAML itself takes braces for its own. So they are exchanged
 * before parsing for characters that mean nothing to YAML, one for one: every position stays what it was.
 */
const [OPEN, CLOSE] = ['\u{e000}', '\u{e001}'];

export function hideVariables(text: string): string {
  return text.replaceAll(/\$\{([^{}\n]*)\}/gu, (_, name: string) => `$${OPEN}${name}${CLOSE}`);
}

/** A text as the user wrote it. */
export function revealVariables(text: string): string {
  return text.replaceAll(OPEN, '{').replaceAll(CLOSE, '}');
}

/** Puts the values of variables in. Throws a UsageError that names one that is missing or empty. */
export function expandVariables(text: string, environment: Environment): string {
  return text.replaceAll(/\$\u{e000}([^\u{e001}]*)\u{e001}/gu, (_, name: string) => valueOf(name, environment));
}

function valueOf(name: string, environment: Environment): string {
  if (!/^[A-Za-z_]\w*$/u.test(name))
    throw new UsageError('what stands in ${…} is not the name of a variable: letters, digits and _ alone.');
  const value = environment[name];
  if (value === undefined) throw new UsageError(`${nameOf(name)} is not set; set it, or remove the line.`);
  if (value.trim() === '')
    throw new UsageError(`the environment variable ${name} is empty; give it a value, or remove the line.`);
  return value;
}

/** Whoever writes a secret between the braces finds no variable of that name: what does not look like a name is not quoted. */
function nameOf(variable: string): string {
  return /^(?:_*[A-Z]{1,20}\d{0,2})+$/u.test(variable) || /^[a-z]{1,12}$/u.test(variable)
    ? `the environment variable ${variable}`
    : 'the environment variable in ${…} (its name is not shown, for it may be a secret)';
}

/** The names that stand in `${…}` in a text. */
export function variablesIn(text: string): readonly string[] {
  return [...text.matchAll(/\$\{(\w+)\}/gu)].map(([, name = '']) => name);
}

const PREFIX = 'CONFORM_';

/** What the vitest host alone reads. */
const OF_THE_HOST = ['BASELINE', 'EXPECTATIONS', 'FAIL_ON', 'PROFILE', 'REPORT', 'REPORTER', 'STRICT', 'TARGET'];

/** What the command and the vitest host read, beside the credentials. */
const VARIABLES = ['BASE_URL', 'KEY_PASSPHRASE', ...OF_THE_HOST].map((name) => `${PREFIX}${name}`);

/** A sentence for the variables with which somebody would have set options of a command, which has options alone. */
export function readByVitestAlone(environment: Environment): readonly string[] {
  const set = OF_THE_HOST.filter((name) => environment[`${PREFIX}${name}`] !== undefined);
  if (set.length === 0) return [];
  const names = set.map((name) => `${PREFIX}${name}`).join(', ');
  const flags = set.map((name) => `--${name.toLowerCase().replaceAll('_', '-')}`).join(', ');
  return [`Read by vitest alone, and not by this command: ${names}. Give ${flags} instead.`];
}

/** The inputs of the GitHub action and the GitLab component, which make options of them. */
const OF_A_PIPELINE = `${PREFIX}INPUT_`;

/** A sentence for each variable whose name begins with CONFORM_ and that nothing reads: most are spelt wrongly. */
export function unreadVariables(environment: Environment, alsoRead: readonly string[]): readonly string[] {
  const known = [...VARIABLES, ...alsoRead];
  const own = known.flatMap((name) => (name.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : []));
  const hintFor = (name: string): string => {
    const near = nearest(name.slice(PREFIX.length), own);
    return near === undefined ? '' : ` (did you mean ${PREFIX}${near}?)`;
  };
  return Object.keys(environment)
    .filter((name) => name.startsWith(PREFIX) && !name.startsWith(OF_A_PIPELINE) && !known.includes(name))
    .map((name) => `The environment variable ${name} is set, but nothing reads it${hintFor(name)}.`);
}
