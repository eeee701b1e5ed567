import { QUERY_MARK } from '../query-fields.ts';

/** Header names are case-insensitive (RFC 9110, section 5.1). In lower case, none can occur twice. Query fields keep their names. */
export function inLowerCase(headers: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.startsWith(QUERY_MARK) ? name : name.toLowerCase(), value]),
  );
}
