import type { Exchange } from '../../http/exchange.ts';
import { inTurns } from '../../turns.ts';
import type { Ask } from './answer.ts';
import type { Broken } from './complaint.ts';
import type { ListingEvidence } from './evidence.ts';
import { answersOf, brokenBy, type Workbench } from './findings.ts';
import type { Plan, Spending, Spoilt } from './plan.ts';
import type { Trip } from './trip.ts';

/** So often at most: what takes the place of spoilt requests may turn out to be spoilt as well. */
const ROUNDS = 2;

/**
 * Where several things are wrong, one hides another: a request that was to show the one is spoilt by the other. What only
 * such requests would have shown is asked for by others, which have nothing in them of what may be to blame.
 */
export async function askInstead({
  trip,
  reader,
  plan,
  evidence,
  spending,
}: {
  readonly trip: Trip;
  readonly reader: Workbench;
  readonly plan: Plan;
  readonly evidence: Pick<ListingEvidence, 'learnt' | 'whole' | 'slice' | 'hidden' | 'answers'>;
  readonly spending: Spending;
}): Promise<readonly Exchange[]> {
  const sent: Exchange[] = [];
  for (let round = 0; round < ROUNDS && spending.instead > 0; round += 1) {
    const soFar = { ...evidence, answers: [...evidence.answers, ...sent] };
    const answers = answersOf(reader, soFar);
    const spoilt = spoiltOf(
      answers.filter(({ failed }) => failed === undefined),
      brokenBy(reader, soFar),
    );
    const bundles = spoilt === undefined ? [] : await inTurns(plan.instead(spoilt, spending.instead));
    if (bundles.length === 0) break;
    sent.push(...(await trip.all(bundles)));
  }
  return sent;
}

type Answered = readonly { readonly ask: Ask; readonly seq: number }[];

/** Undefined where nothing is spoilt. What breaks more than half of all answers cannot be avoided. */
function spoiltOf(answers: Answered, broken: Broken): Spoilt | undefined {
  const seqs = new Set(
    [...broken.values()].filter(({ size }) => size * 2 <= answers.length).flatMap((some) => [...some]),
  );
  const asksOf = (some: Answered) => some.map(({ ask }) => ask);
  const spoilt = asksOf(answers.filter(({ seq }) => seqs.has(seq)));
  const fine = asksOf(answers.filter(({ seq }) => !seqs.has(seq)));
  return spoilt.length === 0
    ? undefined
    : { spoilt, fine, avoids: mayBeAtFault(spoilt, fine), named: new Set(broken.keys()) };
}

/** Parameters, pairs of them, and values that were only ever in requests that were spoilt. */
function mayBeAtFault(spoilt: readonly Ask[], fine: readonly Ask[]): (ask: Ask) => boolean {
  const innocent = new Set(fine.flatMap(partsOf));
  const suspects = new Set(spoilt.flatMap(partsOf).filter((part) => !innocent.has(part)));
  return (ask) => partsOf(ask).some((part) => suspects.has(part));
}

function partsOf(ask: Ask): readonly string[] {
  const names = Object.keys(ask);
  return [
    ...names,
    ...names.flatMap((name, index) => names.slice(index + 1).map((other) => `${name} ${other}`)),
    ...Object.entries(ask).map(([name, value]) => `${name}=${value}`),
  ];
}
