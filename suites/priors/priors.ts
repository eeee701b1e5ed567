import { type Assertion, type Exchange, enough, isSuccess, type Tools, textAt, where } from '../../src/check/index.ts';

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

function letters(slug: string): string {
  return slug.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

export const POPULATED = 'populated';

export function prior(tools: Tools, slug: string): Promise<Exchange> {
  return tools.send(tools.request('getHierarchicalPrior').path({ slug }));
}

export type Known = { readonly answers: readonly Exchange[] };

/** The priors of all slugs that the user named. */
export async function knownPriors(tools: Tools): Promise<Known> {
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

/** Slugs that no prior system knows: a plain one, and one that objects have by inheritance in some languages. */
const UNKNOWN_SLUGS = ['conform_no_such_parameter', 'constructor'] as const;

/** Where requests are few, the one that more services stumble over. */
export function unknownSlugs({ thrifty }: Tools): readonly [string, ...string[]] {
  return thrifty ? [UNKNOWN_SLUGS[1]] : UNKNOWN_SLUGS;
}

export async function unknownPriors(tools: Tools): Promise<Known> {
  const slugs = unknownSlugs(tools);
  const answers: Exchange[] = [];
  for (const slug of slugs) answers.push(await tools.send(unknownPrior(tools, slug)));
  if (tools.thrifty) return { answers };
  const again = await tools.shared('an unknown slug once more', () =>
    tools.send(unknownPrior(tools, slugs[0]).fresh()),
  );
  return { answers: [...answers, again] };
}

/** Long, and with characters that a path has to spell in percent. */
const ODD_SLUG = `très ${'long '.repeat(60)}slug`;

/** It may be refused, but not make the request fail. Where requests are few it is not asked for. */
export async function oddPriors(tools: Tools): Promise<readonly Exchange[]> {
  const request = tools.request('getHierarchicalPrior').path({ slug: ODD_SLUG });
  return tools.thrifty ? [] : [await tools.send(request.open('an odd slug'))];
}

function unknownPrior(tools: Tools, slug: string) {
  return tools.request('getHierarchicalPrior').path({ slug }).open('a slug that the prior system does not know');
}
