import { percentDecoded } from './base-url.ts';
/** The ways in which a secret can turn up in a text. */

/** A text to hide, and what to show for it. */
export interface SecretPart {
  readonly value: string;
  /** As much of it as is secret: without the scheme, and without the names of cookies, whose values are parts of their own. */
  readonly secret: string;
  /** `$CONFORM_…`; stands for the secret in an encoded form too. */
  readonly placeholder: string;
  /** What stands for the plain value: the placeholder, perhaps with what is not secret around it. */
  readonly shown: string;
}

/** `$CONFORM_API_KEY` for `apiKey`, `api-key` or `CONFORM_API_KEY`: always a name that a cURL line can take for a variable. */
export function placeholderFor(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/gu, '$1_$2')
    .replace(/[^A-Za-z0-9]+/gu, '_')
    .toUpperCase();
  return words.startsWith('CONFORM_') ? `$${words}` : `$CONFORM_${words}`;
}

/** `${NAME}` for `$NAME`: the form that a letter may follow. */
export function braced(placeholder: string): string {
  return placeholder.replace(/^\$(\w+)$/u, '$${$1}');
}

/** A text that ends in a placeholder, made fit for a letter to follow. */
export function braceLast(text: string): string {
  return text.replace(/\$\w+$/u, braced);
}

/**
 * A header value as the secrets that it holds: itself, the token behind a scheme such as Bearer, and the value of each
 * cookie. The longest comes first.
 */
export function partsOf(placeholder: string, value: string): readonly SecretPart[] {
  const [, scheme, token] = /^(Bearer|Basic|Token|ApiKey|Api-Key|Key|JWT|DPoP|Negotiate) +(\S.*)$/isu.exec(value) ?? [];
  if (scheme !== undefined && token !== undefined) {
    return [{ ...part(value, placeholder, `${scheme} ${placeholder}`), secret: token }, part(token, placeholder)];
  }
  const cookies = cookiesOf(value).map(([name, content]) =>
    part(content, `${placeholder}_${name.replace(/\W+/gu, '_').toUpperCase()}`),
  );
  const all = { ...part(value, placeholder), secret: cookies.length === 0 ? value : '' };
  return [all, ...cookies].filter((each) => each.value !== '');
}

function part(value: string, placeholder: string, shown: string = placeholder): SecretPart {
  return { value, secret: value, placeholder, shown };
}

/** `name=value; name=value`; nothing where the text is not of that form. */
function cookiesOf(text: string): readonly (readonly [name: string, value: string])[] {
  const pairs = text.split(';').map((pair) => /^\s*([\w!#$%&'*.^`|~+-]+)=(.*?)\s*$/su.exec(pair));
  if (pairs.includes(null)) return [];
  return pairs.map((match) => [match?.[1] ?? '', (match?.[2] ?? '').replace(/^"(.*)"$/su, '$1')]);
}

/** Other ways to write a value: in a URL, in a form, in JSON, in base64, and as it was before it was written for a URL. */
export function formsOf(value: string): readonly string[] {
  const bytes = Buffer.from(value, 'utf8');
  const inUrl = encodeURIComponent(bytes.toString('utf8'));
  const inForm = new URLSearchParams([['', value]]).toString().slice(1);
  const inJson = JSON.stringify(value).slice(1, -1);
  return [
    ...[inUrl, inForm, encodeURI(bytes.toString('utf8'))].flatMap((form) => [form, lowerHex(form)]),
    ...[inJson, inJson.replaceAll('/', '\\/')].flatMap((form) => [form, asciiOnly(form)]),
    bytes.toString('base64'),
    bytes.toString('base64url'),
    percentDecoded(value),
  ];
}

function lowerHex(text: string): string {
  return text.replace(/%[0-9A-F]{2}/gu, (escape) => escape.toLowerCase());
}

function asciiOnly(text: string): string {
  return text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
