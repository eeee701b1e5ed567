import { accepted, check, type Exchange } from '../../src/check/index.ts';
import { namedSystemTypes } from '../system-types.ts';
import { LARGEST_PAGE, search } from './search-results.ts';

export const systemTypeTakesCanonicalValues = check({
  clause: 'searchPapers/system-type-takes-canonical-values',
  async act(tools) {
    const answers: Exchange[] = [];
    for (const systemType of namedSystemTypes(tools))
      answers.push(await search(tools, { systemType, pageSize: LARGEST_PAGE, page: 1 }));
    return { answers };
  },
  judge: ({ answers }) => answers.map((answer) => accepted(answer)),
});
