/** Header names are case-insensitive (RFC 9110, section 5.1). In lower case, none can occur twice. */
export function inLowerCase(headers: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
