import { accepted, check, notServed } from '../../src/check/index.ts';
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
  given: ({ known }) => known.map((answer) => accepted(answer)),
  judge: ({ answer }) => [notServed(answer)],
});
