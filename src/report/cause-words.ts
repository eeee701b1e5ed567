import type { Cause } from '../judge/causes/index.ts';
import { plural } from './console-text.ts';
import { ownerOf } from '../contract/clause-id.ts';

/** What is wrong and how much it explains, in one sentence. `text` is the sentence of the clause that speaks for it. */
export function titleOf(cause: Cause, text: string): string {
  const words = wordsOf(cause, text);
  if (cause.clauses.length < 2) return words;
  const operations = cause.operations.length > 1 ? ` in ${plural(cause.operations.length, 'operation')}` : '';
  return `${words.replace(/\.$/u, '')}: ${plural(cause.clauses.length, 'clause')}${operations}, for example ${cause.lead}`;
}

function wordsOf({ nature, operations, lead }: Cause, text: string): string {
  const where = operations.length === 1 ? ` by ${operations[0] ?? ''}` : '';
  switch (nature.kind) {
    case 'conflict':
      return `The conflict ${nature.conflict} is decided otherwise than the profile says`;
    case 'absent-route':
      return `${ownerOf(lead)} does not exist`;
    case 'credential-accepted':
      return nature.presented.length === 0
        ? `Served${where} without any credential`
        : `Served${where} with ${listed(nature.presented)}, which must not open it`;
    case 'credential-refused':
      return `${nature.presented.length === 0 ? 'A caller without a credential' : `The right ${listed(nature.presented)}`} is refused${where}${nature.always ? '' : ' now and then'}`;
    case 'refusal-status':
      return `${nature.expected.join(' or ')} expected, ${nature.actual} came for ${rejectWords(nature.reject)}${where}`;
    case 'valid-refused':
      return `Valid requests get ${nature.status}${where}${nature.feature === undefined ? '' : ` when they have ${featureWords(nature.feature)}`}`;
    case 'success-status':
      return `${nature.expected.join(' or ')} expected, ${nature.actual} came for successes${where}`;
    case 'media-type':
      return `${nature.expected} expected, ${nature.actual === 'none' ? 'no Content-Type' : nature.actual} came${where}`;
    case 'another-shape':
      return `The body ${nature.place === '' ? 'of the answer' : `at ${nature.place}`} has another shape${where}: its members are ${nature.members.join(', ') || 'none'}`;
    case 'spelling':
      return `${nature.keyword} ${nature.expected} expected, ${nature.actual} came wherever it occurs`;
    case 'not-validated':
      return notValidatedWords(nature, where);
    case 'shared-schema':
      return `A schema that operations share is broken: ${text}`;
    case 'clause':
      return text;
    default:
      return nature satisfies never;
  }
}

type NotValidated = Extract<Cause['nature'], { kind: 'not-validated' }>;

function notValidatedWords({ part, name, keyword }: NotValidated, where: string): string {
  const whole = part === 'query' ? 'query parameters' : 'the members of request bodies';
  if (name !== undefined)
    return `${name === '' ? 'The request body' : name} is not validated${where}: any value is accepted`;
  return keyword === undefined
    ? `Bad values of ${whole} are accepted${where}`
    : `Values of ${whole} that break ${keyword} are accepted${where}`;
}

function rejectWords(reject: string | undefined): string {
  return reject === undefined ? 'bad requests' : (REJECTS[reject] ?? 'bad requests');
}

const REJECTS: Readonly<Record<string, string | undefined>> = {
  'invalid-query': 'a bad query parameter',
  'invalid-path': 'a malformed path value',
  'invalid-body': 'a bad member of the body',
  'malformed-json': 'a body that is no JSON object',
  'missing-credential': 'a missing credential',
  'wrong-credential': 'a wrong credential',
};

function featureWords({
  in: part,
  name,
  value,
}: {
  readonly in: string;
  readonly name: string;
  readonly value?: string;
}) {
  if (part === 'path') return `the path ${value ?? ''}`;
  return `${part === 'body' ? `${name} in the body` : name}${value === undefined ? '' : ` = ${value}`}`;
}

function listed(names: readonly string[]): string {
  return names.join(' and ');
}
