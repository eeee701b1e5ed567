import { requiredName } from '../contract/clause-id.ts';
import type { Cause } from '../judge/causes/index.ts';
import { plural } from './console-text.ts';
import { clipped } from './escape.ts';

/** The clause that speaks for a cause: its sentence, the method and path of its operation, and whether the profile says otherwise. */
export interface Lead {
  readonly text: string;
  readonly route: string;
  readonly contradicted: boolean;
}

/** Values of a target are quoted by their beginning; a title is one line in every format. */
const VALUE = 80;
const TITLE = 240;

/** What is wrong and how much it explains, in one sentence that fits on a line or two. */
export function titleOf(cause: Cause, lead: Lead): string {
  const words = clipped(wordsOf(cause, lead), TITLE);
  if (cause.clauses.length < 2) return words;
  const operations = cause.operations.length > 1 ? ` in ${plural(cause.operations.length, 'operation')}` : '';
  return `${words.replace(/\.$/u, '')} (${plural(cause.clauses.length, 'clause')}${operations})`;
}

function wordsOf({ nature, operations, clauses, level }: Cause, { text, route, contradicted }: Lead): string {
  const where = operations.length === 1 ? ` by ${operations[0] ?? ''}` : '';
  switch (nature.kind) {
    case 'conflict':
      return `The conflict ${nature.conflict} is decided ${contradicted ? 'otherwise than the profile says' : 'in several ways'}`;
    case 'absent-route':
      return `${route} does not exist`;
    case 'credential-accepted':
      return nature.presented.length === 0
        ? `Served${where} without any credential`
        : `Served${where} with ${listed(nature.presented)}, which must not open it`;
    case 'credential-refused':
      return `${nature.presented.length === 0 ? 'A caller without a credential' : `The right ${listed(nature.presented)}`} ${nature.presented.length > 1 ? 'are' : 'is'} refused${where}${nature.always ? '' : ' now and then'}`;
    case 'refusal-status':
      return `${refusalsAmong(nature.expected).join(' or ')} expected, ${nature.actual} came for ${rejectWords(nature.reject)}${where}`;
    case 'valid-refused':
      return `Valid requests get ${nature.status}${where}${nature.feature === undefined ? '' : ` when they have ${[nature.feature, ...(nature.alternatives ?? [])].map(featureWords).join(', or ')}`}`;
    case 'success-status':
      return `${nature.expected.join(' or ')} expected, ${nature.actual} came for successes${where}`;
    case 'error-as-success':
      return `Errors are sent with the status ${nature.status} of a success${where}`;
    case 'media-type':
      return `${nature.expected} expected, ${nature.actual === 'none' ? 'no Content-Type' : clipped(nature.actual, VALUE)} came${where}`;
    case 'another-shape':
      return `${nature.place === '' ? 'The body of the answer' : clipped(nature.place, VALUE)} has another shape${where}: its members are ${clipped(nature.members.join(', '), VALUE) || 'none'}${missingWords(clauses, operations)}`;
    case 'left-out':
      return `Members that are ${nature.values} are left out${where}${missingWords(clauses, operations)}`;
    case 'other-names':
      return `Names of members are in ${nature.style}${where}${missingWords(clauses, operations)}`;
    case 'spelling':
      return `${nature.keyword} ${nature.expected} expected, ${clipped(nature.example ?? nature.actual, VALUE)} came wherever it occurs${where}`;
    case 'not-validated':
      return notValidatedWords(nature, where);
    case 'shared-schema':
      return `A shared schema is broken: ${text}`;
    case 'clause':
      // The sentence of a promise by itself would read as what is so.
      return `${level === 'MUST' ? 'Broken' : 'Not met'}${operations.length === 1 ? ` in ${operations[0] ?? ''}` : ''}: ${text}`;
    default:
      return nature satisfies never;
  }
}

/** The members that an operation leaves out; those of several operations differ. */
function missingWords(clauses: readonly string[], operations: readonly string[]): string {
  const names = new Set(clauses.flatMap((id) => requiredName(id) ?? []));
  return operations.length > 1 || names.size === 0 ? '' : `, without ${clipped([...names].join(', '), VALUE)}`;
}

type NotValidated = Extract<Cause['nature'], { kind: 'not-validated' }>;

function notValidatedWords({ part, name, keyword }: NotValidated, where: string): string {
  const whole = part === 'body' ? 'members of request bodies' : `${part} parameters`;
  if (name !== undefined)
    return `${name === '' ? 'The request body' : name} is not validated${where}: any value is accepted`;
  return keyword === undefined
    ? `Bad values of ${whole} are accepted${where}`
    : `Values of ${whole} that break "${keyword}" are accepted${where}`;
}

/** What is documented for an operation may be named whole where any of it would do; a refusal is none of its successes. */
function refusalsAmong(statuses: readonly string[]): readonly string[] {
  const refusals = statuses.filter((status) => status.startsWith('4'));
  return refusals.length === 0 ? statuses : refusals;
}

function rejectWords(reject: string | undefined): string {
  return reject === undefined ? 'bad requests' : (REJECTS[reject] ?? 'bad requests');
}

const REJECTS: Readonly<Record<string, string | undefined>> = {
  'invalid-query': 'a bad query parameter',
  'invalid-path': 'a malformed path value',
  'invalid-body': 'a bad member of the body',
  'malformed-json': 'a body that is no JSON object',
  credential: 'a missing or wrong credential',
  'missing-credential': 'a missing credential',
  'wrong-credential': 'a wrong credential',
};

function featureWords({
  in: part,
  name,
  value,
  lacks,
}: {
  readonly in: string;
  readonly name: string;
  readonly value?: string;
  readonly lacks?: true;
}): string {
  if (part === 'path') return `the path ${clipped(value ?? '', VALUE)}`;
  const place = part === 'body' ? `${name} in the body` : part === 'header' ? `the header ${name}` : name;
  return `${lacks === true ? 'no ' : ''}${place}${value === undefined ? '' : ` = ${valueWords(value)}`}`;
}

/** JSON; of a text its own characters are counted. */
function valueWords(value: string): string {
  const text = /^"(?<inner>.*)"$/su.exec(value)?.groups?.['inner'];
  return text === undefined ? clipped(value, VALUE) : `"${clipped(text, VALUE)}"`;
}

function listed(names: readonly string[]): string {
  return names.join(' and ');
}
