import type { ReferenceService } from '../../fixtures/reference/index.ts';

/** The credentials of the reference service, as the command finds them in its environment. */
export function environmentFor({ credentials }: ReferenceService): Readonly<Record<string, string>> {
  const { apiKey, bearer, session } = credentials;
  return { CONFORM_API_KEY: apiKey, CONFORM_TOKEN: bearer, CONFORM_SESSION: session };
}

/** Sends everybody to a login page. */
export function toLogin(): Response {
  return new Response('', { status: 302, headers: { location: '/login?to=here' } });
}

/** The service, where whoever wants an inference and is not welcome is sent to a login page. */
export function withInferenceBehindLogin(
  { fetch }: ReferenceService,
  isWelcome: (request: Request) => boolean = () => false,
): ReferenceService['fetch'] {
  return (request) =>
    /sensitivity|inversion|trajectory/u.test(request.url) && !isWelcome(request)
      ? Promise.resolve(
          new Response('', { status: 302, headers: { location: `/login?from=${new URL(request.url).pathname}` } }),
        )
      : fetch(request);
}
