/**
 * The formats that the contract uses. `uuid` and `date-time` have their own checks because ajv-formats accepts too much (a urn
 * prefix, a space for the T, an offset without a colon). `cuid` is a format of this contract.
 */
export type FormatCheck = (text: string) => boolean;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/iu;
const CUID = /^[a-z][a-z0-9]{19,31}$/u;
const DATE_TIME =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[Tt](?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/u;

/** RFC 9562, any version and either case; the nil and max identifiers too. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** A CUID of either generation: a lower-case letter, then 19 to 31 letters and digits. */
export function isCuid(text: string): boolean {
  return CUID.test(text);
}

/** RFC 3339 section 5.6, with real calendar days; a leap second is accepted. */
export function isDateTime(text: string): boolean {
  return (
    DATE_TIME.test(text) && Number(text.slice(8, 10)) <= daysIn(Number(text.slice(0, 4)), Number(text.slice(5, 7)))
  );
}

/** RFC 3986: an absolute URI with a scheme; `http` and `https` need a host. */
export function isUri(text: string): boolean {
  if (!/^[a-z][a-z0-9+.-]*:/iu.test(text) || !isIriReference(text)) return false;
  return !/^https?:/iu.test(text) || (/^https?:\/\/[^/?#]+/iu.test(text) && URL.canParse(text));
}

/** RFC 3987: an address with or without a scheme, such as `/things/1`. */
function isIriReference(text: string): boolean {
  return /^[^\s<>"{}|\\^`]*$/u.test(text) && !/%(?![0-9a-f]{2})/iu.test(text);
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

export const FORMATS: Readonly<Record<string, FormatCheck>> = {
  uuid: isUuid,
  cuid: isCuid,
  'date-time': isDateTime,
  uri: isUri,
  iri: isUri,
  'iri-reference': isIriReference,
};

/** An example of each format, for messages. The offset of a `date-time` is often forgotten, so it is pointed out. */
export const FORMAT_EXAMPLES: Readonly<Record<string, string | undefined>> = {
  uuid: '123e4567-e89b-42d3-a456-426614174000',
  cuid: 'cjld2cjxh0000qzrmn831i7rn',
  'date-time': '2026-01-31T12:00:00Z (with an offset)',
  uri: 'https://example.org/a',
};
