import { fields } from '../../fixtures/field/index.ts';
import { type Crowd, drawCrowd, serveCrowd } from '../../fixtures/mutants/crowd.ts';
import { answerMutants } from '../../fixtures/mutants/derived-answers.ts';
import { invariantMutants } from '../../fixtures/mutants/derived-invariants.ts';
import { requestMutants } from '../../fixtures/mutants/derived-requests.ts';
import { resourceMutants } from '../../fixtures/mutants/derived-resources.ts';
import { allMutants, handWrittenMutants, type Mutant } from '../../fixtures/mutants/index.ts';
import { ofOneOperation } from '../../fixtures/mutants/mutant.ts';
import { allNullTargets } from '../../fixtures/null-targets/index.ts';
import { createReference } from '../../fixtures/reference/index.ts';
import { DEPTHS, type Target } from '../../src/check/target.ts';
import { createContract } from '../../src/contract/contract.ts';
import type { Choices } from '../../src/contract/resolve.ts';
import { fetchTransport } from '../../src/http/in-process.ts';
import { randomFrom } from '../../src/run/check-context.ts';
import type { RunOptions } from '../../src/run/options.ts';
import { crowdOf } from '../crowds/trial.ts';
import { KNOWN_GAPS } from '../matrix/known-gaps.ts';
import { branchOf, type Bench as Setting, targetFor } from '../matrix/trial.ts';
import { hostileRuns } from './hostile.ts';

/** What differs between recorded runs. */
export type RunParts = Pick<RunOptions, 'target' | 'profile' | 'transport' | 'depth' | 'only' | 'maxWaitMs'>;

export interface GoldenRun {
  readonly id: string;
  /** Starts the service anew. */
  readonly start: () => Promise<RunParts & { readonly close?: () => Promise<void> }>;
}

/** How many of each. */
const CROWDS = { 3: 8, 10: 6, 30: 6 } as const;
const LISTING_SETS = 20;
const MUTANTS_OF_A_KIND = 10;

/** The recorded runs, by the name of their group. */
export function goldenRuns(setting: Setting): Readonly<Record<string, readonly GoldenRun[]>> {
  const kinds = Object.entries(mutantsByKind(setting));
  return {
    sound: DEPTHS.map((depth) => ({ id: depth, start: async () => ({ ...crowdParts(NO_FAULT), depth }) })),
    fields: fields.map(({ id, serve }) => ({
      id,
      start: async () => {
        const { fetch, target } = serve();
        return { target, profile: ANY, transport: fetchTransport(fetch) };
      },
    })),
    crowds: Object.entries(CROWDS).flatMap(([size, count]) => crowdRuns(setting, Number(size), count)),
    listings: Array.from({ length: LISTING_SETS }, (_, index) => listingRun(setting, index + 1)),
    ...Object.fromEntries(
      kinds.map(([kind, mutants]) => [`mutants-${kind}`, spread(mutants).map((one) => mutantRun(setting, one))]),
    ),
    'null-targets': nullRuns(setting),
    hostile: hostileRuns,
  };
}

/** The runs against the service of the second contract: as it is, and some of its mutants. */
export async function shopRuns(setting: Setting): Promise<readonly GoldenRun[]> {
  const contract = createContract(setting.loaded);
  const mutants = [
    ...answerMutants(contract),
    ...requestMutants(contract, {}),
    ...invariantMutants(contract),
    ...resourceMutants(contract),
  ];
  const { fetch, target } = setting.host({});
  const sound = { id: 'sound', start: async () => ({ target, profile: ANY, transport: fetchTransport(fetch) }) };
  return [sound, ...spread(mutants).map((one) => mutantRun(setting, ofOneOperation(one)))];
}

const ANY = { name: 'any', branches: {} };
const NO_FAULT: Crowd = { mutants: [], branches: {} };

function crowdParts(crowd: Crowd): RunParts {
  const { reference, fetch } = serveCrowd(crowd);
  return {
    target: targetFor(reference),
    profile: { name: 'golden', branches: crowd.branches },
    transport: fetchTransport(fetch),
  };
}

function crowdRuns(setting: Setting, size: number, count: number): readonly GoldenRun[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `${size}-${index + 1}`,
    start: async () => crowdParts(crowdOf(setting, size, index + 1)),
  }));
}

/** Two to five faults, each second time all of one listing; only listings are asked. */
function listingRun(setting: Setting, seed: number): GoldenRun {
  const id = `set-${seed}`;
  return {
    id,
    start: async () => {
      const listings = [...createContract(setting.loaded).listings.keys()];
      const chosen = seed % 2 === 0 ? listings : listings.slice(seed % 4 === 1 ? 0 : 1).slice(0, 1);
      const faults = allMutants(setting.loaded).filter(
        ({ bends, id: one }) => bends !== undefined && chosen.includes(bends.listing.operation.id) && isSeen(one),
      );
      const branchesOf = (clause: string): Choices => branchOf(setting, clause);
      const crowd = drawCrowd(faults, 2 + (seed % 4), randomFrom(`golden ${id}`), branchesOf);
      return { ...crowdParts(crowd), only: listings };
    },
  };
}

function isSeen(id: string): boolean {
  return !KNOWN_GAPS.includes(id);
}

function mutantsByKind({ loaded }: Setting): Readonly<Record<string, readonly Mutant[]>> {
  const contract = createContract(loaded);
  const all = allMutants(loaded).filter(({ id, waits }) => isSeen(id) && waits !== true);
  const idsOf = (some: readonly Mutant[]) => new Set(some.map(({ id }) => id));
  const [answers, invariants, resources, requests, byHand] = [
    answerMutants(contract),
    invariantMutants(contract),
    resourceMutants(contract),
    requestMutants(contract, {}),
    handWrittenMutants,
  ].map(idsOf);
  const isSecurity = ({ violates }: Mutant): boolean => violates.includes('/security/');
  return {
    answers: all.filter(({ id }) => answers?.has(id)),
    invariants: all.filter(({ id }) => invariants?.has(id)),
    resources: all.filter(({ id }) => resources?.has(id)),
    requests: all.filter((one) => requests?.has(one.id) && !isSecurity(one)),
    security: all.filter((one) => requests?.has(one.id) && isSecurity(one)),
    listing: all.filter(({ bends, depth }) => bends !== undefined && depth === undefined),
    'by-hand': all.filter(({ id }) => byHand?.has(id)),
  };
}

/** An even spread over all that there are. */
function spread<T>(all: readonly T[], count = MUTANTS_OF_A_KIND): readonly T[] {
  const step = Math.max(1, all.length / count);
  return all.filter((_, index) => Math.floor((index + 1) / step) > Math.floor(index / step));
}

function mutantRun(setting: Setting, { id, reference, violates, patch, scope, depth }: Mutant): GoldenRun {
  return {
    id,
    start: async () => {
      const branches = { ...reference.branches, ...branchOf(setting, violates) };
      const { fetch, insider, target } = setting.host({ ...reference, branches });
      return {
        target,
        profile: { name: 'golden', branches },
        transport: fetchTransport(setting.wrap(fetch, patch(insider))),
        only: scope,
        ...(depth === undefined ? {} : { depth }),
      };
    },
  };
}

function nullRuns({ loaded }: Setting): readonly GoldenRun[] {
  return allNullTargets.map(({ id, make }) => ({
    id,
    start: async () => {
      const target: Target = targetFor(createReference({ papers: 3 }));
      return { target, profile: ANY, transport: fetchTransport(make(createContract(loaded))), maxWaitMs: 0 };
    },
  }));
}
