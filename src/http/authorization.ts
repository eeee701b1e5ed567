/** Splits a header value into its scheme, such as `Bearer `, and the rest. */
export function schemeOf(value: string): readonly [scheme: string, rest: string] {
  const [scheme = ''] = /^(?:Bearer|Basic|Token|ApiKey|Api-Key|Key|JWT|DPoP|Negotiate) +(?=\S)/iu.exec(value) ?? [];
  return [scheme, value.slice(scheme.length)];
}

/** A JWT (RFC 7519): header, payload and signature. */
export const JSON_WEB_TOKEN = /^(eyJ[\w-]*)\.([\w-]+)\.([\w-]+)$/u;
