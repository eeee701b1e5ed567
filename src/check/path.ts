import { segmentIn } from '../contract/path-names.ts';
import { NotTested } from './verdict.ts';

/** The path of an operation with its parameters filled in. */
export function filledPath(path: string, values: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{([^}]+)\}/gu, (_, name: string) => {
    const value = values[name] ?? '';
    // An empty segment makes the path of another operation.
    if (value === '') throw new NotTested('inconclusive', `no value for ${name} of ${path} is known`);
    return segment(segmentIn(path, name, value));
  });
}

/** A path value, encoded. Intermediaries resolve `.` and `..`, encoded or not (RFC 3986 section 5.2.4), so these throw. */
function segment(value: string): string {
  if (value === '.' || value === '..')
    throw new NotTested(
      'inconclusive',
      `the id ${JSON.stringify(value)} cannot stand in a path: it would lead elsewhere`,
    );
  return encoded(value);
}

/** Half of a surrogate pair has no UTF-8 form and becomes U+FFFD. */
export function encoded(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\ufffd'));
}
