import { type Check, type CheckContext, check } from '../check/check.ts';
import { inItsPlace, isBelowId } from '../check/place.ts';
import { fallingWith } from '../check/results.ts';
import { NotTested, unlessNotTested } from '../check/verdict.ts';
import type { Clause, Contract } from '../contract/contract.ts';
import { SpecError } from '../errors.ts';
import type { Exchange } from '../http/exchange.ts';
import { getOrMake } from '../memoize.ts';
import { lifeAssertions } from '../relations/resource/aspects.ts';
import {
  ASPECTS,
  type Aspect,
  type AspectAssertions,
  isAspect,
  isStoryAspect,
  type Resource,
  resourceOf,
  resourcesOf,
} from '../relations/resource/declaration.ts';
import { type Life, lifeOf } from '../relations/resource/life.ts';
import {
  questionOfCreations,
  questionOfDeletions,
  refusedCreations,
  refusedDeletions,
} from '../relations/resource/refusals.ts';
import { assertionOf, type StepEvidence, sequencesOf } from '../relations/resource/sequences.ts';
import { storyOf } from '../relations/resource/story.ts';
import { storyAssertions } from '../relations/resource/story-questions.ts';
import { oneByOne } from '../turns.ts';
import { credentialCases, kindOf, sendWithoutAccess } from './credential-cases.ts';

/** The checks of the clauses that speak of an aspect (`life`) of a declared resource. */
export function resourceChecks(contract: Contract): readonly Check[] {
  const actByCreation = new Map<string, Act<Life>>();
  return [...contract.stated.values()].flatMap((clause) => {
    if (clause.life === undefined) return [];
    if (!isAspect(clause.life)) throw new SpecError(`${clause.id}: life is one of ${ASPECTS.join(', ')}.`);
    const resource = resourceOf(contract, clause.operation ?? '');
    if (resource === undefined)
      throw new SpecError(`${clause.id}: no x-resource has the operation ${clause.operation}.`);
    // All aspects of a resource share one act: how many checks share it decides their order at the depth smoke.
    const live = getOrMake(actByCreation, resource.create.id, () => inPlace(resource, lifeOf));
    return checksOf(contract, clause, clause.life, { resource, live });
  });
}

type Act<E> = (tools: CheckContext) => Promise<E>;

/** Acts at the place of the resource. */
function inPlace<E>(resource: Resource, act: (there: CheckContext, resource: Resource) => Promise<E>): Act<E> {
  return (tools) => inItsPlace(tools, resource.create, (there) => act(there, resource));
}

/** A check of which both what must hold first and what is judged come from one look at the evidence. */
function aspectCheck<E extends Readonly<Record<string, unknown>>>(
  parts: Pick<Check, 'clause' | 'depth' | 'once'>,
  act: Act<E>,
  assertionsOf: (evidence: E) => AspectAssertions,
): Check {
  return check<E>({
    ...parts,
    act,
    given: (evidence) => assertionsOf(evidence).given,
    judge: (evidence) => assertionsOf(evidence).judge,
  });
}

function checksOf(
  contract: Contract,
  clause: Clause,
  aspect: Aspect,
  { resource, live }: { readonly resource: Resource; readonly live: Act<Life> },
): readonly Check[] {
  if (aspect === 'refused') return [refusedCreationCheck(clause, resource)];
  const behind = clausesOf(contract, aspect, resource);
  if (aspect === 'spared' && resource.reads === undefined) return [refusedDeletionCheck(clause, resource, behind)];
  if (isStoryAspect(aspect))
    return [
      aspectCheck({ clause: clause.id }, inPlace(resource, storyOf), (story) =>
        storyAssertions(aspect, resource, story, clause.operation),
      ),
    ];
  const once = resource.remove === undefined ? { once: true } : {};
  const lived = aspectCheck({ clause: clause.id, ...once }, live, (life) => {
    return allFallingWith(behind, lifeAssertions(aspect, resource, life));
  });
  const shown = aspect === 'listed' && resource.remove !== undefined ? undefined : SHOWN_IN[aspect];
  return shown === undefined ? [lived] : [lived, inAnyOrder(contract, clause, resource, shown)];
}

function refusedCreationCheck(clause: Clause, resource: Resource): Check {
  const act = inPlace(resource, async (there) => {
    const { listings } = await lifeOf(there, resource);
    return { refusals: await refusedCreations(there, resource), listing: listings[0].answer };
  });
  return aspectCheck({ clause: clause.id }, act, (refused) => questionOfCreations(resource, refused));
}

/** Asks whether a deletion that is refused has no effect. Callers without access try it. */
function refusedDeletionCheck(clause: Clause, resource: Resource, behind: readonly string[]): Check {
  const { remove, create } = resource;
  if (remove === undefined) throw new SpecError(`${clause.id}: nothing deletes what ${create.id} creates.`);
  const closed = credentialCases(remove.operation).filter(({ opens }) => !opens);
  const attempts = (tools: CheckContext): Promise<readonly Exchange[]> =>
    oneByOne(closed, ({ roles }) =>
      unlessNotTested(() => sendWithoutAccess(tools, remove.operation, roles, kindOf(roles)), 'skip'),
    );
  const act = inPlace(resource, async (there) => {
    const { listings } = await lifeOf(there, resource);
    return { refused: await refusedDeletions(there, resource, () => attempts(there)), listed: listings[0] };
  });
  return aspectCheck({ clause: clause.id, depth: 'standard' }, act, ({ refused, listed }) =>
    allFallingWith(behind, questionOfDeletions(resource, refused, listed)),
  );
}

/**
 * Aspects that break whenever another one does: a list that keeps what was deleted does not follow every change either, and what
 * goes with the deletion of another is gone after refusals too.
 */
const FALLS_WITH: Readonly<Partial<Record<Aspect, readonly Aspect[]>>> = {
  follows: ['dropped', 'listed', 'others'],
  again: ['dropped'],
  spared: ['others'],
};

/** The clauses of the same resource that an aspect falls with. */
function clausesOf(contract: Contract, aspect: Aspect, resource: Resource): readonly string[] {
  const others = FALLS_WITH[aspect] ?? [];
  return others.flatMap((other) =>
    [...contract.stated.values()]
      .filter(
        ({ life, operation }) => life === other && resourceOf(contract, operation ?? '')?.create === resource.create,
      )
      .map(({ id }) => id),
  );
}

function allFallingWith(clauses: readonly string[], { given, judge }: AspectAssertions): AspectAssertions {
  return { given, judge: judge.map((assertion) => fallingWith(clauses, assertion)) };
}

/** The kind of step in a sequence that shows an aspect. `listed` is shown only if nothing deletes. */
const SHOWN_IN: Readonly<Partial<Record<Aspect, StepEvidence>>> = {
  follows: 'list',
  listed: 'list',
  opens: 'opens',
  others: 'opens after a deletion',
  dead: 'closed',
  again: 'deleted once',
};

/** The check of an aspect by the steps of random sequences that show it. */
function inAnyOrder(contract: Contract, clause: Clause, { create }: Resource, shown: StepEvidence): Check {
  // Not resources below an id: each belongs to its own place, and a sequence has one place for all.
  const resources = resourcesOf(contract).filter((one) => one.list !== undefined && !isBelowId(one.create));
  return check({
    clause: clause.id,
    variant: 'in-any-order',
    depth: 'deep',
    async act(tools) {
      const { steps: all, broken, replay } = await sequencesOf(tools, resources);
      const steps = all.filter(({ about, shows }) => about === create.id && shows === shown);
      if (steps.length === 0) throw new NotTested('skip', 'no sequence of this seed came to it');
      return { steps, replay: broken?.about === create.id && broken.shows === shown ? replay : '' };
    },
    judge: ({ steps }) => steps.map((step) => assertionOf(resources, step)),
  });
}
