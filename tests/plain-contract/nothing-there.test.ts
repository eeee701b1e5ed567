import { expect, test } from 'vitest';
import { arrayOf, brokenIn, clausesWith, inPath, json, objectOf, plainDocument, runOn } from '../support/documents.ts';

const error = objectOf({ error: { type: 'string' } });
const thing = objectOf({ id: { type: 'string' }, name: { type: 'string' } });

function get(operationId: string, schema: object, ...parameters: readonly object[]) {
  const responses = {
    200: { description: 'OK', ...json(schema) },
    404: { description: 'There is none.', ...json(error) },
  };
  return { get: { operationId, parameters, responses } };
}

const KINDS = ['stations', 'sensors', 'owners'];

const DOCUMENT = plainDocument({
  '/alarm': get('getAlarm', thing),
  ...Object.fromEntries(
    KINDS.flatMap((kind) => [
      [`/${kind}`, get(`list-${kind}`, arrayOf(thing))],
      [`/${kind}/{id}`, get(`get-${kind}`, thing, inPath('id', { type: 'string' }))],
    ]),
  ),
});

function none(status = 404): Response {
  return Response.json({ error: 'There is none.' }, { status });
}

/** Twelve things of each kind, and no alarm. `unknown` answers for an id that nothing has. */
function things(unknown: (id: string) => Response, alarm = none()) {
  return ({ url }: Request): Response => {
    const [, kind = '', id] = decodeURIComponent(new URL(url).pathname).split('/');
    if (kind === 'alarm') return alarm.clone();
    if (!KINDS.includes(kind)) return new Response('Nothing', { status: 404 });
    const all = Array.from({ length: 12 }, (_, index) => ({ id: `${kind}-${index}`, name: `Thing ${index}` }));
    const found = all.find((one) => one.id === id);
    return id === undefined ? Response.json(all) : found === undefined ? unknown(id) : Response.json(found);
  };
}

test('where the document has a 404 and no id is asked for, there may be nothing to show', async () => {
  const result = await runOn(
    DOCUMENT,
    things(() => none()),
  );
  expect(brokenIn(result)).toEqual([]);
  expect(clausesWith(result, 'skip')).toContain('getAlarm/security/public');
});

test('another refusal there is a finding', async () => {
  const result = await runOn(
    DOCUMENT,
    things(() => none(), none(410)),
  );
  expect(brokenIn(result)).toContain('getAlarm/security/public');
});

test('operations that all answer unknown ids with a success have one fault', async () => {
  const result = await runOn(
    DOCUMENT,
    things((id) => Response.json({ id, name: 'Nobody' })),
  );
  expect(result.findings.map(({ operations }) => operations)).toEqual([KINDS.map((kind) => `get-${kind}`)]);
});
