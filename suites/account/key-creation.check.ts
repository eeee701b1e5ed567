import {
  accepted,
  type CheckContext,
  check,
  controlOf,
  isSuccess,
  refused,
  sentOnce,
  textAt,
} from '../../src/check/index.ts';

/** What the document declares of every created key, shown by keys with and without each field. */
function onCreatedKeys(slug: string) {
  return check({ clause: `createApiKey/${slug}`, act: (tools) => tools.life('createApiKey') });
}

export const tierDefaultsToFree = onCreatedKeys('tier-defaults-to-free');
export const permissionsDefaultToRead = onCreatedKeys('permissions-default-to-read');
export const nameIsEchoed = onCreatedKeys('name-is-echoed');
export const tierIsEchoed = onCreatedKeys('tier-is-echoed');
export const permissionsAreEchoed = onCreatedKeys('permissions-are-echoed');
export const createdAtIsNow = onCreatedKeys('created-at-is-now');
export const expiresInCountsDays = onCreatedKeys('expires-in-counts-days');
export const expiresAfterExpiresIn = onCreatedKeys('expires-after-expires-in');

/** The tiers of rates that are no tiers of keys, two of which are alike. */
export const rateTiersAreRefused = check({
  clause: 'createApiKey/rate-tiers-are-refused',
  depth: 'standard',
  async act(tools) {
    const request = tools.request('createApiKey').json({ name: `${tools.mark} refused key`, tier: 'authenticated' });
    return {
      refusal: await sentOnce(
        tools,
        request.invalid('invalid-body', 'tier=authenticated (a tier of rates, not of keys)'),
      ),
      plain: await controlOf(tools, 'createApiKey'),
    };
  },
  given: ({ plain }) => [accepted(plain)],
  judge: ({ refusal }) => [refused(refusal)],
});

/** Whether blanks are letters is left open; a name of nothing else may just not make the request fail. */
export const emptyNameIsRefused = check({
  clause: 'createApiKey/empty-name-is-refused',
  depth: 'deep',
  async act(tools) {
    const asking = (name: string) => tools.request('createApiKey').json({ name });
    const empty = await tools.send(asking('').invalid('invalid-body', 'an empty name'));
    await createBlank(tools);
    return { empty, plain: await controlOf(tools, 'createApiKey') };
  },
  given: ({ plain }) => [accepted(plain)],
  judge: ({ empty }) => [refused(empty)],
});

async function createBlank(tools: CheckContext): Promise<void> {
  const blank = await tools.send(tools.request('createApiKey').json({ name: '     ' }).open('a name of blanks'));
  const id = textAt(blank, '/id');
  if (isSuccess(blank) && id !== undefined) await tools.send(tools.request('deleteApiKey').path({ id }));
}
