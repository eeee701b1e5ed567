import { accepted, applicable, check, mediaTypeOf, notServed } from '../../src/check/index.ts';
import { prior } from './priors.ts';

export const noRouteAtParameterSlug = check({
  clause: 'service/no-route-at-parameter-slug',
  async act(tools) {
    const populated = tools.samples.priors?.populated;
    const slug = populated ?? 'conform_no_such_parameter';
    return {
      answer: await tools.send(tools.outside('GET', `/api/parameters/${encodeURIComponent(slug)}`)),
      known: populated === undefined ? [] : [await prior(tools, populated)],
    };
  },
  // A website before the service may answer any address that is not there with its one page.
  given: ({ answer, known }) => [
    ...known.map((one) => accepted(one)),
    applicable(
      answer.outcome.kind !== 'response' || mediaTypeOf(answer.outcome) !== 'text/html',
      'the address gets a web page, which is no route of the service',
    ),
  ],
  judge: ({ answer }) => [notServed(answer)],
});
