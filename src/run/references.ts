import { isDeepStrictEqual } from 'node:util';
import { insteadOf, UNKNOWN_ID } from '../check/fresh-values.ts';
import { createdIn } from '../check/judges.ts';
import type { RequestBuilder } from '../check/request.ts';
import { NotTested, unlessNotTested } from '../check/verdict.ts';
import { operationOf } from '../contract/contract.ts';
import { pathNames } from '../contract/path-names.ts';
import { type Named, namedIn } from '../contract/references.ts';
import { candidatesFrom } from '../generate/base.ts';
import type { Exchange } from '../http/exchange.ts';
import { parseJson } from '../http/json-text.ts';
import type { Suite } from '../rules/suite.ts';
import { withPointer } from '../schema/pointer.ts';
import { follow } from '../schema/reference.ts';
import type { Schema } from '../schema/schema.ts';
import type { NamedTurn } from './naming.ts';
import type { Run } from './options.ts';
import { unknownAmong } from './unknown-among.ts';

type Sources = Pick<Run, 'session' | 'seed'> & Pick<Suite, 'contract'>;

/** What sends the request for a list. */
type Ask = (operation: string, path: Readonly<Record<string, string>>) => Promise<Exchange>;

/**
 * The request with listed ids in place of made-up ones, where its body names something else. What is broken on purpose stays.
 * A member for which nothing is listed is left out. Throws NotTested if it must not be. `turn`: how many ids further in the list.
 */
export async function withReferences(
  options: Sources,
  request: RequestBuilder,
  ask: Ask,
  turn: NamedTurn = { made: 0, listed: 0 },
): Promise<RequestBuilder> {
  const { operation, body: text = '', intent, headers } = request.draft;
  const { references, schema } = operation?.requestBody ?? {};
  if (references === undefined || references.size === 0 || schema === undefined) return request;
  const given = parseJson(text)?.value;
  const { contract } = options;
  const fits = contract.validators.compile(schema);
  const required = follow<Schema>(contract.document, schema, '').target.required ?? [];
  const isRequired = ({ name, at }: Named) => required.includes(name) || at.lastIndexOf('/') > 0;
  let body = given;
  for (const named of namedIn(given, references)) {
    const values = await listedFor(options, request, named, ask);
    const next = withPointer(body, named.at, listedInstead(options, named, values, turn));
    const isOptional = intent.kind === 'invalid' ? !isRequired(named) : fits(next);
    if (values.length > 0 || isOptional || isDeepStrictEqual(next, body)) body = next;
    else throw new NotTested('skip', `the target lists nothing that ${named.name} of ${operation?.id} can name`);
  }
  return body === given ? request : request.raw(JSON.stringify(body), headers['content-type']);
}

/** The ids that the target listed when they were first needed, without those of what this run created. */
function listedFor(
  { contract, session }: Sources,
  { draft: { pathValues } }: RequestBuilder,
  { reference: { schema, source } }: Named,
  ask: Ask,
): Promise<readonly unknown[]> {
  if (source === undefined) return Promise.resolve([]);
  const known = pathNames(operationOf(contract, source.operation).path);
  const path = Object.fromEntries(Object.entries(pathValues).filter(([name]) => known.includes(name)));
  return session.shared(`listed by ${JSON.stringify([source, path])}`, async () => {
    const answer = await unlessNotTested(() => ask(source.operation, path));
    if (answer === undefined) return [];
    const own = new Set(session.ledger.remaining().flatMap((created) => Object.values(created.path)));
    const listed = candidatesFrom(contract, createdIn(answer, source.pointer), source.pointer, { schema });
    const fits = contract.validators.compile(schema);
    const isOwn = (id: string) => own.has(id) || own.has(/([^/]+)\/?$/u.exec(id)?.[1] ?? id);
    return listed.filter((id) => !isOwn(id)).map((id) => (fits(id) ? id : Number(id)));
  });
}

/**
 * Listed ids instead of those that are not: equal ones instead of equal ones. Undefined if nothing is listed. Throws NotTested
 * if an id is asked for that nothing has, and none is known.
 */
function listedInstead(
  { contract, seed }: Sources,
  { name, reference, value }: Named,
  values: readonly unknown[],
  turn: NamedTurn,
): unknown {
  const fits = contract.validators.compile(reference.schema);
  const distinct = [...new Set([value].flat())];
  const isUnknown = distinct.includes(UNKNOWN_ID);
  const unknown = isUnknown ? unknownAmong(contract, reference.schema, values, seed) : undefined;
  if (isUnknown && unknown === undefined) throw new NotTested('skip', `no ${name} is known that surely nothing has`);
  if (values.length === 0) return distinct.some(fits) ? undefined : value;
  const put = (one: unknown) => {
    if (one === UNKNOWN_ID) return unknown;
    const old = insteadOf(one);
    if (old !== undefined) return values.find((id) => String(id) !== old) ?? values[0];
    const known = values.indexOf(one);
    if (!fits(one) || (known >= 0 && turn.listed === 0)) return one;
    return values[(known < 0 ? distinct.indexOf(one) + turn.made : known + turn.listed) % values.length];
  };
  return Array.isArray(value) ? value.map(put) : put(value);
}
