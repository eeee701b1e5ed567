import type { Exchange } from '../../http/exchange.ts';
import type { Symptom } from './symptoms.ts';

/** The headers of a request in which credentials travel: those that not every valid request without any has. */
export function credentialHeadersIn(exchanges: readonly Exchange[]) {
  const bare = exchanges.filter(({ request, intent }) => request.credentials.length === 0 && intent.kind === 'valid');
  const usual = new Set(bare.flatMap(({ request }) => Object.keys(request.headers)));
  return ({ exchange }: Symptom): readonly string[] =>
    Object.keys(exchange?.request.headers ?? {}).filter((name) => !usual.has(name));
}
