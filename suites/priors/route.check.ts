import { accepted, applicable, check, isSuccess, notServed } from '../../src/check/index.ts';
import { prior } from './priors.ts';

export const noRouteAtParameterSlug = check({
  clause: 'service/no-route-at-parameter-slug',
  async act(tools) {
    const populated = tools.samples.priors?.populated;
    const slug = populated ?? 'conform_no_such_parameter';
    const answer = await tools.send(tools.outside('GET', `/api/parameters/${encodeURIComponent(slug)}`));
    return {
      answer,
      // A website before the service may answer any address that is not there with its one page.
      nowhere: isSuccess(answer) ? [await tools.send(tools.outside('GET', '/api/conform-no-such-address'))] : [],
      known: populated === undefined ? [] : [await prior(tools, populated)],
    };
  },
  // oxlint-disable-next-line typescript/no-useless-default-assignment -- a record of an older suite does not have it
  given: ({ nowhere = [], known }) => [
    ...known.map((answer) => accepted(answer)),
    applicable(!nowhere.some(isSuccess), 'any address is served, whether there is a route or not'),
  ],
  judge: ({ answer }) => [notServed(answer)],
});
