import {
  accepted,
  answeredWith,
  type CheckContext,
  check,
  controlKey,
  type Exchange,
  refused,
} from '../../src/check/index.ts';
import { notFound } from '../not-found.ts';

/** The control of the operation. */
function deleteUnknown(tools: CheckContext): Promise<Exchange> {
  return tools.shared(controlKey('deleteApiKey'), () =>
    tools.send(
      tools
        .request('deleteApiKey')
        .path({ id: tools.unknownId('uuid') })
        .open('an id that does not exist'),
    ),
  );
}

export const malformedIdIsRefused = check({
  clause: 'deleteApiKey/malformed-id-is-refused',
  depth: 'standard',
  async act(tools) {
    const request = tools.request('deleteApiKey').path({ id: 'no-uuid' });
    const answer = await tools.send(request.invalid('invalid-path', 'an id that is no uuid'));
    return {
      answer,
      control: await deleteUnknown(tools),
      listing: await tools.send(tools.request('listApiKeys')),
      keys: notFound(tools, 'deleteApiKey'),
    };
  },
  given: ({ control, listing, keys }) => [accepted(listing), answeredWith(control, ...keys)],
  judge: ({ answer }) => [refused(answer)],
});

export const unknownId404 = check({
  clause: 'deleteApiKey/unknown-id-404',
  rejected: 'unknown-id',
  act: async (tools) => ({
    answer: await deleteUnknown(tools),
    listing: await tools.send(tools.request('listApiKeys')),
    keys: notFound(tools, 'deleteApiKey'),
  }),
  given: ({ listing }) => [accepted(listing)],
  judge: ({ answer, keys }) => [answeredWith(answer, ...keys)],
});
