import { createReference, type ReferenceOptions, type ReferenceService } from '../../fixtures/reference/index.ts';
import type { Target } from '../check/target.ts';

/** The reference service as a target: with its credentials and samples, and with leave to do what it stands. */
export function embeddedTarget(
  { credentials, samples }: Pick<ReferenceService, 'credentials' | 'samples'>,
  baseUrl: string,
): Target {
  return {
    baseUrl,
    credentials: {
      apiKey: { headers: { 'X-API-Key': credentials.apiKey } },
      bearer: { headers: { Authorization: `Bearer ${credentials.bearer}` } },
      session: { headers: { Cookie: credentials.session } },
    },
    samples,
    allow: { writes: true, chat: true, exhaustRateLimit: false },
    headers: {},
  };
}

export { createReference, type ReferenceOptions, type ReferenceService };
