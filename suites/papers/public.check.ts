import { accepted, check, type Exchange, isSuccess } from '../../src/check/index.ts';
import { list } from './listed.ts';

/** Every parameter that there is, with values that its schema allows. */
const EVERY_PARAMETER = {
  search: 'cell',
  systemType: 'MFC',
  yearStart: 1900,
  yearEnd: 2100,
  qualityScoreMin: 0,
  sort: 'quality',
  page: 1,
  limit: 100,
} as const;

/** What is public is so with all its parameters: without a credential, and with the usual one where that is not served. */
export const publicWithEveryParameter = check({
  clause: 'listPapers/public-with-every-parameter',
  depth: 'standard',
  async act(tools) {
    const answer = await tools.send(tools.request('listPapers').query(EVERY_PARAMETER).as());
    return { answer, ...(isSuccess(answer) ? {} : { control: await list(tools, EVERY_PARAMETER) }) };
  },
  given: ({ control }: { readonly answer: Exchange; readonly control?: Exchange }) =>
    control === undefined ? [] : [accepted(control)],
  judge: ({ answer }) => [accepted(answer)],
});
