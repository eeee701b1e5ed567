import { expect, test } from 'vitest';
import { textOutside } from '../../src/generate/wrong-values.ts';
import { isOutsideFormat } from '../../src/schema/validators.ts';
import { arrayOf, plainDocument, runOn } from '../support/documents.ts';

const query = (name: string, schema: object, more: object = {}) => ({ name, in: 'query', schema, ...more });

const get = {
  operationId: 'listHosts',
  parameters: [
    query('host', { type: 'string', format: 'hostname' }),
    query('token', { type: 'string', format: 'password' }),
    query('state', { type: ['string', 'null'], enum: ['up', 'down', null] }),
    query('zones', arrayOf({ type: 'string' }), { required: true }),
    query('near', { type: 'object', properties: { lat: { type: 'number' } } }, { required: true, style: 'deepObject' }),
  ],
  responses: { 200: { description: 'Hosts.' }, 400: { description: 'A bad query.' } },
};

/** Each parameter alone in a document of its own, and the required ones together. */
async function findingsFor(names: readonly string[]): Promise<readonly string[]> {
  const parameters = get.parameters.filter(({ name }) => names.includes(name));
  const paths = { '/hosts': { get: { ...get, parameters } } };
  const { findings } = await runOn(plainDocument(paths), (request) => {
    const given = new URL(request.url).searchParams;
    const [host, state] = [given.get('host') ?? 'a', given.get('state') ?? 'up'];
    const hasZones = !names.includes('zones') || given.getAll('zones').some((one) => one !== '');
    const isNear = !names.includes('near') || [...given.keys()].some((key) => key.startsWith('near['));
    const isRight = hasZones && isNear && !isOutsideFormat('hostname', host) && ['up', 'down'].includes(state);
    return new Response(null, { status: isRight ? 200 : 400 });
  });
  return findings.map(({ title }) => title);
}

test.each([[['host']], [['token']], [['state']], [['zones']], [['near']], [['zones', 'host', 'state']]])(
  'of %j only what the document allows is sent as valid, and only what it forbids as invalid',
  async (names) => {
    expect(await findingsFor(names)).toEqual([]);
  },
);

test.each([
  ['hostname', 'not a hostname'],
  ['uri-reference', 'not a uri-reference'],
  ['date', 'no-date'],
  ['regex', '({'],
  ['password', undefined],
  ['binary', undefined],
])('a text that is no %s is %s', (format, text) => {
  expect(textOutside(format, `no-${format}`, `not a ${format}`)).toBe(text);
});
