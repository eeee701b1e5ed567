/**
 * The formats that the contract uses. `uuid` and `date-time` are our own because the common library takes them too
 * lightly (a urn prefix, a space for the T, an offset without a colon); `cuid` is a house format of the contract.
 */
export type FormatCheck = (text: string) => boolean;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/iu;
const CUID = /^[a-z][a-z0-9]{19,31}$/u;
const DATE_TIME = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|[+-](\d\d):(\d\d))$/u;

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
  const match = DATE_TIME.exec(text);
  if (match === null) return false;
  const [year, month, day, hour, minute, second, offsetHour, offsetMinute] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  return (
    isDay(year ?? 0, month ?? 0, day ?? 0) &&
    (hour ?? 0) <= 23 &&
    (minute ?? 0) <= 59 &&
    (second ?? 0) <= 60 &&
    (offsetHour ?? 0) <= 23 &&
    (offsetMinute ?? 0) <= 59
  );
}

/** RFC 3986: an absolute URI with a scheme; `http` and `https` need a host. */
export function isUri(text: string): boolean {
  if (!/^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^`]*$/iu.test(text) || /%(?![0-9a-f]{2})/iu.test(text)) return false;
  return !/^https?:/iu.test(text) || (/^https?:\/\/[^/?#]+/iu.test(text) && URL.canParse(text));
}

function isDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false;
  return day <= new Date(Date.UTC(year < 100 ? year + 400 : year, month, 0)).getUTCDate();
}

export const FORMATS: Readonly<Record<string, FormatCheck>> = {
  uuid: isUuid,
  cuid: isCuid,
  'date-time': isDateTime,
  uri: isUri,
};
