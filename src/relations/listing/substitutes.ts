import type { Exchange } from '../../http/exchange.ts';
import { inTurns } from '../../turns.ts';
import type { Query } from './answer.ts';
import type { Broken } from './difference.ts';
import type { ListingEvidence } from './evidence.ts';
import { answersOf, brokenBy, type ModelReader } from './findings.ts';
import type { Plan } from './plan.ts';
import type { Budget, Masked } from './planning.ts';
import type { Requester } from './requester.ts';

/** So often at most: what takes the place of masked requests may turn out to be masked as well. */
const ROUNDS = 2;

/**
 * Where several things are wrong, one hides another: a request that was to show the one is masked by the other. What only
 * such requests would have shown is asked for by others, which have nothing in them of what may be to blame.
 */
export async function sendSubstitutes({
  requester,
  reader,
  plan,
  evidence,
  spending,
}: {
  readonly requester: Requester;
  readonly reader: ModelReader;
  readonly plan: Plan;
  readonly evidence: Pick<ListingEvidence, 'learnt' | 'whole' | 'slice' | 'hidden' | 'answers'>;
  readonly spending: Budget;
}): Promise<readonly Exchange[]> {
  const sent: Exchange[] = [];
  for (let round = 0; round < ROUNDS && spending.substitutes > 0; round += 1) {
    const soFar = { ...evidence, answers: [...evidence.answers, ...sent] };
    const answers = answersOf(reader, soFar);
    const masked = maskedOf(
      answers.filter(({ failed }) => failed === undefined),
      brokenBy(reader, soFar),
    );
    const groups = masked === undefined ? [] : await inTurns(plan.substitutes(masked, spending.substitutes));
    if (groups.length === 0) break;
    sent.push(...(await requester.all(groups)));
  }
  return sent;
}

type Answered = readonly { readonly query: Query; readonly seq: number }[];

/** Undefined where nothing is masked. What breaks more than half of all answers cannot be avoided. */
function maskedOf(answers: Answered, broken: Broken): Masked | undefined {
  const seqs = new Set(
    [...broken.values()].filter(({ size }) => size * 2 <= answers.length).flatMap((some) => [...some]),
  );
  const queriesOf = (some: Answered) => some.map(({ query }) => query);
  const masked = queriesOf(answers.filter(({ seq }) => seqs.has(seq)));
  const unmasked = queriesOf(answers.filter(({ seq }) => !seqs.has(seq)));
  return masked.length === 0
    ? undefined
    : { masked, unmasked, isSuspect: mayBeAtFault(masked, unmasked), named: new Set(broken.keys()) };
}

/** Parameters, pairs of them, and values that were only ever in requests that were masked. */
function mayBeAtFault(masked: readonly Query[], unmasked: readonly Query[]): (query: Query) => boolean {
  const innocent = new Set(unmasked.flatMap(partsOf));
  const suspects = new Set(masked.flatMap(partsOf).filter((part) => !innocent.has(part)));
  return (query) => partsOf(query).some((part) => suspects.has(part));
}

function partsOf(query: Query): readonly string[] {
  const names = Object.keys(query);
  return [
    ...names,
    ...names.flatMap((name, index) => names.slice(index + 1).map((other) => `${name} ${other}`)),
    ...Object.entries(query).map(([name, value]) => `${name}=${value}`),
  ];
}
