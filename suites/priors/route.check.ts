import { check, type Exchange, notServed, succeeded } from '../../src/check/index.ts';
import { prior } from './priors.ts';

export const noRouteAtParameterSlug = check({
  clause: 'service/no-route-at-parameter-slug',
  async act(tools) {
    const { populated, awaiting } = tools.samples.priors ?? {};
    const slugs = [populated, awaiting, 'conform_no_such_parameter'].filter((slug) => slug !== undefined);
    const answers: Exchange[] = [];
    for (const slug of slugs) answers.push(await tools.send(tools.outside('GET', `/api/parameters/${encodeURIComponent(slug)}`)));
    return { answers, known: populated === undefined ? [] : [await prior(tools, populated)] };
  },
  given: ({ known }) => known.map((answer) => succeeded(answer)),
  judge: ({ answers }) => answers.map((answer) => notServed(answer)),
});
