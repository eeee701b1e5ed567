import { at, bodyOf, type Exchange, isObject, succeeded, type Tools } from '../../src/check/index.ts';
import { namedSystemTypes } from '../system-types.ts';
import { conditionPointer, forType, fullBody, minimalBody, PER_CLASS_TYPES, without } from './bodies.ts';

export type Predictions = { readonly full: readonly Exchange[]; readonly minimal: readonly Exchange[] };

/** A prediction of each named system type, from a full and from a minimal body, made once for all clauses. */
export function predictions(tools: Tools): Promise<Predictions> {
  return tools.shared('predictions of each named type', async () => {
    const base = await fullBody(tools);
    const full: Exchange[] = [];
    const minimal: Exchange[] = [];
    for (const type of namedSystemTypes(tools)) {
      full.push(await predict(tools, forType(base, type)));
      minimal.push(await predict(tools, minimalBody(base, type)));
    }
    return { full, minimal };
  });
}

export function predict(tools: Tools, body: unknown): Promise<Exchange> {
  return tools.send(tools.request('predict').json(body));
}

export type Hybrids = { readonly byQuery: readonly Exchange[]; readonly byHeader: readonly Exchange[] };

/** The two ways to ask for the hybrid mode, for the type of the document's body and for one with a predictor of its own. */
export function hybridPredictions(tools: Tools): Promise<Hybrids> {
  return tools.shared('hybrid predictions', async () => {
    const base = await fullBody(tools);
    const bodies = [base, forType(base, 'MEC')];
    const byQuery: Exchange[] = [];
    const byHeader: Exchange[] = [];
    for (const body of bodies) {
      byQuery.push(await tools.send(tools.request('predict').query({ hybrid: true }).json(body)));
      byHeader.push(await tools.send(tools.request('predict').header('x-use-hybrid', 'true').json(body)));
    }
    byQuery.push(await tools.send(tools.request('predict').query({ hybrid: false }).json(base)));
    return { byQuery, byHeader };
  });
}

/** Each per-class type without one field of the load: what the clauses about it and about its naming look at. */
export function withoutLoad(tools: Tools, field: string): Promise<readonly Exchange[]> {
  return tools.shared(`predictions without ${field}`, async () => {
    const base = await fullBody(tools);
    const answers: Exchange[] = [];
    for (const type of PER_CLASS_TYPES) {
      const body = without(forType(base, type), conditionPointer(base, field));
      answers.push(await tools.send(tools.request('predict').json(body).invalid('invalid-body', `${type} without ${field}`)));
    }
    return answers;
  });
}

/** All predictions that were answered; those that were not are another clause's affair. */
export async function answeredPredictions(tools: Tools): Promise<{ readonly answers: readonly Exchange[] }> {
  const { full, minimal } = await predictions(tools);
  const { byQuery, byHeader } = await hybridPredictions(tools);
  return { answers: [...full, ...minimal, ...byQuery, ...byHeader].filter((exchange) => isObject(at(exchange, '/powerOutput'))) };
}

export function allSucceeded({ answers }: { readonly answers: readonly Exchange[] }) {
  return answers.map((exchange) => succeeded(exchange));
}

export const ENRICHMENT_BLOCKS = ['empirical_context', 'epistemic', 'prior_compliance', 'calibration', 'hierarchical_priors'] as const;

/** The system type that a prediction was asked for. */
export function typeAsked({ request }: Exchange): string {
  const body: unknown = JSON.parse(request.body ?? 'null');
  return isObject(body) ? String(body['systemType']) : '';
}

export function blocksOf(exchange: Exchange): readonly { readonly name: string; readonly block: Readonly<Record<string, unknown>> }[] {
  const body = bodyOf(exchange);
  return ENRICHMENT_BLOCKS.flatMap((name) => {
    const block = isObject(body) ? body[name] : undefined;
    return isObject(block) ? [{ name, block }] : [];
  });
}
