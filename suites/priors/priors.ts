import {
  type Assertion,
  type CheckContext,
  type Exchange,
  enough,
  isSuccess,
  textAt,
  where,
} from '../../src/check/index.ts';
import { letters } from '../research/details.ts';

/** The data_status of a prior; '' where there is none. */
export function statusIn(exchange: Exchange): string {
  return textAt(exchange, '/data_status') ?? '';
}

/** What is said of a slug in an answer about another one, as from a cache that minds no slug, falls with that. */
export function ofAnother(answer: Exchange): { readonly fallsWith?: readonly string[] } {
  const asked = answer.request.target.split('/').at(-2) ?? '';
  const named = [textAt(answer, '/slug'), textAt(answer, '/parameter')].filter((slug) => slug !== undefined);
  const isAnother = named.length > 0 && !named.some((slug) => letters(slug) === letters(asked));
  return isAnother ? { fallsWith: ['getHierarchicalPrior/requested-slug-comes-back'] } : {};
}

export const POPULATED = 'populated';

export function prior(tools: CheckContext, slug: string): Promise<Exchange> {
  return tools.send(tools.request('getHierarchicalPrior').path({ slug }));
}

export type Known = { readonly answers: readonly Exchange[] };

/** The priors of all slugs that the user named. */
export async function knownPriors(tools: CheckContext): Promise<Known> {
  const answers: Exchange[] = [];
  for (const slug of new Set(Object.values(tools.samples.priors ?? {}))) answers.push(await prior(tools, slug));
  return { answers };
}

/** The populated priors among them: those on which estimates are judged. */
export function populatedOf({ answers }: Known): readonly Exchange[] {
  return where(answers, (answer) => isSuccess(answer) && statusIn(answer) === POPULATED);
}

export function populatedGiven(known: Known): readonly Assertion[] {
  return [
    enough(populatedOf(known).length > 0, 'no slug given is populated', 'correct samples.priors in the target file'),
  ];
}

/** What no prior system knows: what objects have by inheritance in some languages, over which services stumble, and a plain one. */
const UNKNOWN_SLUGS = ['constructor', 'conform_no_such_parameter'] as const;

/** The plain one twice, in case a miss is kept wrongly. */
export async function unknownPriors(tools: CheckContext): Promise<Known> {
  const [odd, plain] = UNKNOWN_SLUGS.map((slug) => unknownPrior(tools, slug));
  const requests = [odd, plain, plain?.fresh()].filter((request) => request !== undefined);
  return tools.shared('priors of unknown slugs', async () => {
    const answers: Exchange[] = [];
    for (const request of tools.sample(requests)) answers.push(await tools.send(request));
    return { answers };
  });
}

/** Long, and with characters that a path has to spell in percent. */
const ODD_SLUG = `très ${'long '.repeat(60)}slug`;

/** It may be refused, but not make the request fail. The plainly unknown ones tell more. */
export async function oddPriors(tools: CheckContext): Promise<readonly Exchange[]> {
  const answers: Exchange[] = [];
  for (const slug of tools.sample([...UNKNOWN_SLUGS, ODD_SLUG]).slice(UNKNOWN_SLUGS.length))
    answers.push(await tools.send(tools.request('getHierarchicalPrior').path({ slug }).open('an odd slug')));
  return answers;
}

function unknownPrior(tools: CheckContext, slug: string) {
  return tools.request('getHierarchicalPrior').path({ slug }).open('a slug that the prior system does not know');
}
