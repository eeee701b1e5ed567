import type { Killers, Needs } from './killers.ts';

/** The next clause, and how many requests were sent and mutants caught by then. */
export interface Choice {
  readonly clause: string;
  readonly requests: number;
  readonly catches: number;
}

/**
 * Puts clauses in order, the next one always the one whose further requests catch the most mutants each. A clause that
 * needs several requests is weighed together with all others that those requests serve, and they come behind it at once:
 * where something is wrong, there have to be requests left to say what.
 */
export function chooseInOrder(
  uses: ReadonlyMap<string, Needs>,
  killers: readonly Killers[],
  budget: number,
): readonly Choice[] {
  const [sent, dead, left] = [new Set<string>(), new Set<string>(), new Set(uses.keys())];
  const order: Choice[] = [];
  const killing = [...new Set(killers.flatMap(({ clause, byChecks }) => (byChecks ? [clause] : [])))];
  const caught = (requests: ReadonlySet<string>) => caughtBy(requests, uses, killers, dead);
  for (;;) {
    const best = bestOf(left, uses, sent, budget, caught);
    if (best === undefined) return order;
    for (const request of best.added) sent.add(request);
    for (const mutant of best.mutants) dead.add(mutant);
    const shown = [
      best.clause,
      ...killing.filter((clause) => clause !== best.clause && isShownBy(sent, uses.get(clause))),
    ];
    for (const clause of shown.filter((one) => left.delete(one)))
      order.push({ clause, requests: sent.size, catches: dead.size });
  }
}

interface Candidate {
  readonly clause: string;
  readonly added: readonly string[];
  readonly mutants: readonly string[];
  /** Mutants caught for each request; less where it may yet be had for fewer. */
  readonly worth: number;
}

function isShownBy(sent: ReadonlySet<string>, needs: Needs | undefined): boolean {
  return stillToSend(sent, needs).length === 0;
}

function stillToSend(sent: ReadonlySet<string>, needs: Needs | undefined): readonly string[] {
  const { alone, sends, borrows } = needs ?? { alone: [], sends: [], borrows: [] };
  return (borrows.every((one) => sent.has(one)) ? sends : alone).filter((one) => !sent.has(one));
}

function bestOf(
  left: ReadonlySet<string>,
  uses: ReadonlyMap<string, Needs>,
  sent: ReadonlySet<string>,
  budget: number,
  caught: (requests: ReadonlySet<string>) => readonly string[],
): Candidate | undefined {
  let best: Candidate | undefined;
  for (const clause of left) {
    const needs = uses.get(clause);
    const added = stillToSend(sent, needs);
    if (sent.size + added.length > budget || (added.length > 0 && isWorse(added.length, best))) continue;
    const mutants = caught(new Set([...sent, ...added]));
    const mayWait = added.length > 0 && needs?.borrows.every((request) => sent.has(request)) === false;
    const worth = (mutants.length / Math.max(added.length, 0.01)) * (mayWait ? PATIENCE : 1);
    if (mutants.length > 0 && worth > (best?.worth ?? 0)) best = { clause, added, mutants, worth };
  }
  return best;
}

const PATIENCE = 0.8;

/** Not even if it caught the most that a clause ever does. */
function isWorse(cost: number, best: Candidate | undefined): boolean {
  return best !== undefined && best.worth > MOST / cost;
}

const MOST = 500;

function caughtBy(
  requests: ReadonlySet<string>,
  uses: ReadonlyMap<string, Needs>,
  killers: readonly Killers[],
  dead: ReadonlySet<string>,
): readonly string[] {
  const shown = new Set([...uses].filter(([, needs]) => isShownBy(requests, needs)).map(([clause]) => clause));
  return killers
    .filter(
      ({ mutant, clause, byChecks, requests: alone }) =>
        !dead.has(mutant) && ((byChecks && shown.has(clause)) || alone.some((one) => requests.has(one))),
    )
    .map(({ mutant }) => mutant);
}
