import type { Exchange } from '../../http/exchange.ts';
import { inTurns } from '../../turns.ts';
import type { Query } from './answer.ts';
import type { Broken } from './difference.ts';
import type { ListingEvidence } from './evidence.ts';
import { answersOf, brokenBy } from './findings.ts';
import type { Plan } from './plan.ts';
import type { Masked } from './planning.ts';
import type { Exploration } from './wanted-clauses.ts';

/** At most this many rounds: substitutes may turn out to be masked as well. */
const ROUNDS = 2;

/**
 * If several things are wrong, one fault may mask another: it breaks the answers that would have shown the other. This sends
 * other requests for the masked faults, without the parameters and values that may be the cause.
 */
export async function sendSubstitutes(
  { requester, reader, spending }: Exploration,
  plan: Plan,
  evidence: Pick<ListingEvidence, 'learnt' | 'whole' | 'slice' | 'hidden' | 'answers'>,
): Promise<readonly Exchange[]> {
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

/** Undefined if no answer is masked. What more than half of all answers break does not count: it cannot be avoided. */
function maskedOf(answers: Answered, broken: Broken): Masked | undefined {
  const seqs = new Set(
    [...broken.values()].filter(({ size }) => size * 2 <= answers.length).flatMap((some) => [...some]),
  );
  const queriesOf = (some: Answered) => some.map(({ query }) => query);
  const masked = queriesOf(answers.filter(({ seq }) => seqs.has(seq)));
  const unmasked = queriesOf(answers.filter(({ seq }) => !seqs.has(seq)));
  return masked.length === 0
    ? undefined
    : { masked, unmasked, isSuspect: suspicionOf(masked, unmasked), named: new Set(broken.keys()) };
}

/** Has a query a parameter, a pair of them or a value that only masked requests have? */
function suspicionOf(masked: readonly Query[], unmasked: readonly Query[]): (query: Query) => boolean {
  const unsuspected = new Set(unmasked.flatMap(partsOf));
  const suspects = new Set(masked.flatMap(partsOf).filter((part) => !unsuspected.has(part)));
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
