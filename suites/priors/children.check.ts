import { bodyOf, type CheckContext, check, type Exchange, enough, holds, isSuccess } from '../../src/check/index.ts';
import { childrenNamedIn } from './children.ts';
import { prior, statusIn } from './priors.ts';

type Family = { readonly parent: Exchange; readonly slug: string };

async function family(tools: CheckContext): Promise<Family> {
  const slug = tools.samples.priors?.unresolvedParent ?? '';
  return { slug, parent: await prior(tools, slug) };
}

/** Only the answer of a parent that is reported as one has to name children. */
function isParent(parent: Exchange) {
  return enough(
    isSuccess(parent) && statusIn(parent) === 'unresolved_parent',
    'the slug given is not answered as an unresolved parent',
    'correct samples.priors.unresolvedParent in the target file',
  );
}

export const unresolvedParentNamesChildren = check({
  clause: 'getHierarchicalPrior/unresolved-parent-names-children',
  act: family,
  given: ({ parent }) => [isParent(parent)],
  judge: ({ parent, slug }) => {
    const { listed, mentioned } = childrenNamedIn(bodyOf(parent), slug);
    return [
      holds(listed.length + mentioned.length > 0, parent, {
        expected: 'a child slug to use instead',
        actual: bodyOf(parent),
      }),
    ];
  },
});

export const namedChildIsAnswered = check({
  clause: 'getHierarchicalPrior/named-child-is-answered',
  async act(tools) {
    const { parent, slug } = await family(tools);
    const { listed, mentioned } = childrenNamedIn(bodyOf(parent), slug);
    const ask = async (slugs: readonly string[]) => {
      const answers: Exchange[] = [];
      const samples = new Set(Object.values(tools.samples.priors ?? {}));
      for (const child of slugs.slice(0, 6))
        answers.push(
          samples.has(child)
            ? await prior(tools, child)
            : await tools.send(
                tools.request('getHierarchicalPrior').path({ slug: child }).open('what may be a child slug'),
              ),
        );
      return answers;
    };
    return { parent, listed: await ask(listed), mentioned: listed.length > 0 ? [] : await ask(mentioned) };
  },
  given: ({ parent, listed, mentioned }) => [
    isParent(parent),
    enough(listed.length + mentioned.length > 0, 'no child is named'),
  ],
  judge: ({ parent, listed, mentioned }) => [
    ...listed.map((answer) =>
      holds(isKnown(answer), answer, { expected: 'a child slug that is known', actual: outcomeOf(answer) }),
    ),
    holds(listed.length > 0 || mentioned.some((answer) => isKnown(answer)), parent, {
      expected: 'at least one named child slug that is known',
      actual: mentioned.map((answer) => outcomeOf(answer)),
    }),
  ],
});

function isKnown(answer: Exchange): boolean {
  return isSuccess(answer) && statusIn(answer) !== 'parameter_not_in_priors';
}

function outcomeOf(answer: Exchange): string {
  return `${answer.request.target}: ${isSuccess(answer) ? statusIn(answer) : 'not answered'}`;
}
