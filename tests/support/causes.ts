import { createCase } from '../../src/judge/causes/rule.ts';
import { RULES } from '../../src/judge/causes/rules.ts';
import type { Symptom } from '../../src/judge/causes/symptoms.ts';
import type { Concluded } from '../../src/judge/concluded.ts';

/** What the rules of these names find in made-up symptoms, of a service that contradicts no reading: ids, and the symptoms that each explains. */
export function foundBy(rules: readonly string[], symptoms: readonly Symptom[], results: readonly Concluded[] = []) {
  const exchanges = symptoms.flatMap(({ exchange }) => exchange ?? []);
  const conflicts = { observed: [], contradicted: [], known: new Map(), fallsWith: new Map() };
  const open = createCase({ symptoms, results, exchanges, conflicts });
  const meant = RULES.filter(({ rule }) => rules.includes(rule));
  if (meant.length !== rules.length) throw new RangeError(`there is no rule ${rules.join(' or ')}`);
  return meant.flatMap(({ find }) =>
    find(open).map(({ id, explains }) => ({ id, symptoms: open.symptoms.filter(explains) })),
  );
}
