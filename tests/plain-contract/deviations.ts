import { PARTS, type Parts, type Reply, wrongIn } from '../../fixtures/plain-contract/service.ts';

/** A deviation of the plain contract's service, and the beginning of the clause that has to tell it. */
export interface Deviation {
  readonly name: string;
  readonly parts: Partial<Parts>;
  readonly shows: RegExp;
}

type Body = Readonly<Record<string, unknown>>;

const without = (faults: readonly string[], ...names: readonly string[]) =>
  faults.filter((name) => !names.includes(name));

/** Answers with the members of a success edited. */
function edited(operation: string, edit: (body: Body) => unknown): Partial<Parts> {
  return {
    answer: (reply, of) =>
      of === operation && reply.status < 300 ? { ...reply, body: edit(reply.body as Body) } : reply,
  };
}

const inList = (edit: (plot: Body) => Body) => (body: Body) => ({
  plots: (body['plots'] as readonly Body[]).map(edit),
});
const unlike = (operation: string, status: number, reply: Reply): Partial<Parts> => ({
  answer: (given, of) => (of === operation && given.status === status ? reply : given),
});

function withHeaders(headers: Readonly<Record<string, string>>): Partial<Parts> {
  return { answer: (reply) => (reply.headers === undefined ? reply : { ...reply, headers }) };
}

/** One member of a success of an operation is another one, and what it breaks. */
const MEMBERS: readonly (readonly [operation: string, member: string, value: unknown, shows: RegExp])[] = [
  ['get', 'name', 'n'.repeat(41), /^getPlot\/200\/name\/maxLength$/u],
  ['get', 'name', '', /^getPlot\/200\/name\/minLength$/u],
  ['get', 'area', 0, /^getPlot\/200\/area\/exclusiveMinimum$/u],
  ['get', 'area', 501, /^getPlot\/200\/area\/maximum$/u],
  ['get', 'postcode', 'ox1234', /^getPlot\/200\/postcode\/pattern$/u],
  ['get', 'contact', 'at the gate', /^getPlot\/200\/contact\/format$/u],
  ['get', 'id', 0, /^getPlot\/200\/id\/minimum$/u],
  ['get', 'createdAt', undefined, /^getPlot\/200\/createdAt\/required$/u],
  ['get', 'note', 7, /^getPlot\/200\/note\/type$/u],
  ['get', 'beds', [{ crop: 'corn' }], /^getPlot\/200\/beds\/items\/crop\/enum$/u],
  ['get', 'beds', [{}], /^getPlot\/200\/beds\/items\/crop\/required$/u],
  ['get', 'beds', Array.from({ length: 6 }, () => ({ crop: 'beans' })), /^getPlot\/200\/beds\/maxItems$/u],
  ['create', 'area', '40', /^createPlot\/201\/area\/type$/u],
  ['create', 'id', undefined, /^createPlot\/201\/id\/required$/u],
  ['change', 'contact', undefined, /^changePlot\/200\/contact\/required$/u],
  ['change', 'createdAt', 'today', /^changePlot\/200\/createdAt\/format$/u],
  ['season', 'starts', '2026-3-1', /^get-seasons-\{code\}\/200\/starts\/format$/u],
  ['season', 'code', undefined, /^get-seasons-\{code\}\/200\/code\/required$/u],
  ['estimate', 'kilos', -1, /^estimate\/200\/kilos\/minimum$/u],
  ['estimate', 'kilos', 'much', /^estimate\/200\/kilos\/type$/u],
  ['list', 'plots', {}, /^plots-list\/200\/plots\/type$/u],
  ['list', 'plots', undefined, /^plots-list\/200\/plots\/required$/u],
];

const MEMBER_BUGS: readonly Deviation[] = MEMBERS.map(([operation, member, value, shows]) => ({
  name: `${operation} answers ${member} as ${JSON.stringify(value)?.slice(0, 30) ?? 'nothing'}`,
  parts: edited(operation, (body) => ({ ...body, [member]: value })),
  shows,
}));

export const BUGS: readonly Deviation[] = [
  ...MEMBER_BUGS,
  {
    name: 'any postcode is taken',
    parts: { faultsOfPlot: (body) => without(PARTS.faultsOfPlot(body), 'postcode') },
    shows: /^createPlot\/body\/postcode\/(?:pattern|type)$/u,
  },
  {
    name: 'an area of nothing is taken',
    parts: { faultsOfPlot: (body) => PARTS.faultsOfPlot(body['area'] === 0 ? { ...body, area: 1 } : body) },
    shows: /^createPlot\/body\/area\/exclusiveMinimum$/u,
  },
  {
    name: 'an area of any size is taken',
    parts: { faultsOfChange: (body) => PARTS.faultsOfChange(Number(body['area']) > 500 ? { area: 1 } : body) },
    shows: /^changePlot\/body\/area\/maximum$/u,
  },
  {
    name: 'a plot without a name is made',
    parts: { faultsOfPlot: (body) => PARTS.faultsOfPlot({ name: 'A name', ...body }) },
    shows: /^createPlot\/body\/name\/required$/u,
  },
  {
    name: 'a text is taken for an area',
    parts: { faultsOfChange: (body) => wrongIn({ ...body, area: 1 }, {}) },
    shows: /^changePlot\/body\/area\/type$/u,
  },
  {
    name: 'no JSON ends in an error',
    parts: { malformed: { status: 500, body: 'Error', type: 'text/plain' } },
    shows: /\/body\/malformed$/u,
  },
  {
    name: 'an array is taken for an estimate',
    parts: { faultsOfEstimate: (body) => (Array.isArray(body) ? [] : PARTS.faultsOfEstimate(body)) },
    shows: /^estimate\/body\/array$/u,
  },
  {
    name: 'any number is taken for a multiple',
    parts: { faultsOfEstimate: (body) => PARTS.faultsOfEstimate(body).filter((name) => name !== 'area') },
    shows: /^estimate\/body\/area\//u,
  },
  {
    name: 'a district that there is not is taken',
    parts: { faultsOfQuery: (query) => without(PARTS.faultsOfQuery(query), 'district') },
    shows: /^plots-list\/district\/enum$/u,
  },
  {
    name: 'a page of any size is given',
    parts: { faultsOfQuery: (query) => without(PARTS.faultsOfQuery(query), 'size') },
    shows: /^plots-list\/size\/(?:maximum|minimum|type)$/u,
  },
  {
    name: 'the list has no area',
    parts: edited(
      'list',
      inList(({ area: _area, ...plot }) => plot),
    ),
    shows: /^plots-list\/200\/plots\/items\/area\/required$/u,
  },
  {
    name: 'the id is a text',
    parts: edited('get', (body) => ({ ...body, id: String(body['id']) })),
    shows: /^getPlot\/200\/id\/type$/u,
  },
  {
    name: 'the moment of creation has no zone',
    parts: edited('create', (body) => ({ ...body, createdAt: '2026-01-01 00:00' })),
    shows: /^createPlot\/201\/createdAt\/format$/u,
  },
  {
    name: 'an estimate says nothing',
    parts: edited('estimate', () => ({})),
    shows: /^estimate\/200\/kilos\/required$/u,
  },
  {
    name: 'creation is answered as a read is',
    parts: { answer: (reply) => (reply.status === 201 ? { ...reply, status: 202 } : reply) },
    shows: /^createPlot\/status$/u,
  },
  {
    name: 'a plot that there is not is an error',
    parts: {
      unknown: (operation) =>
        operation === 'get' ? { status: 500, body: { message: 'Oh.' } } : PARTS.unknown(operation),
    },
    shows: /^getPlot\/plotId\/unknown$/u,
  },
  {
    name: 'a season that there is not is served',
    parts: {
      unknown: (operation) =>
        operation === 'season' ? { status: 200, body: { code: 'x', starts: '2026-01-01' } } : PARTS.unknown(operation),
    },
    shows: /^get-seasons-\{code\}\/code\/unknown$/u,
  },
  {
    name: 'anybody may make a plot',
    parts: { isOffice: (key, operation) => operation === 'create' || PARTS.isOffice(key, operation) },
    shows: /^createPlot\/security\/nobody-refused$/u,
  },
  {
    name: 'any key will do for a change',
    parts: {
      isOffice: (key, operation) => (operation === 'change' && key !== undefined) || PARTS.isOffice(key, operation),
    },
    shows: /^changePlot\/security\/wrong-officeKey-refused$/u,
  },
  {
    name: 'an error says nothing',
    parts: unlike('create', 400, { status: 400, body: {} }),
    shows: /^createPlot\/400\/message\/required$/u,
  },
  {
    name: 'a list comes as a page',
    parts: unlike('list', 200, { status: 200, body: '<html></html>', type: 'text/html' }),
    shows: /^plots-list\/200\/media-type$/u,
  },
  {
    name: 'a header that has to be there is not',
    parts: withHeaders({}),
    shows: /^plots-list\/200\/header:X-Total\/required$/u,
  },
  {
    name: 'a header has a word for a number',
    parts: withHeaders({ 'x-total': 'many' }),
    shows: /^plots-list\/200\/header:X-Total\/schema$/u,
  },
];

export const CONFORMING: readonly Omit<Deviation, 'shows'>[] = [
  { name: 'the service as it is', parts: {} },
  { name: 'ids are great and far apart', parts: { ids: (index) => 90_000 + 7919 * index } },
  { name: 'there is no plot at all', parts: { plots: 0 } },
  { name: 'a header of text has a number', parts: withHeaders({ 'x-total': '7', 'x-note': '7' }) },
  {
    name: 'answers have more members',
    parts: {
      answer: (reply) => (isPlain(reply.body) ? { ...reply, body: { ...reply.body, more: [1, null] } } : reply),
    },
  },
  {
    name: 'what is not there is given up well',
    parts: { unknown: (operation) => (operation === 'remove' ? { status: 204 } : PARTS.unknown(operation)) },
  },
  {
    name: 'a wrong estimate is refused with the other status',
    parts: {
      answer: (reply, operation) =>
        operation === 'estimate' && reply.status === 400 ? { ...reply, status: 422 } : reply,
    },
  },
  { name: 'there is a single plot', parts: { plots: 1 } },
  { name: 'there are many plots', parts: { plots: 60 } },
  {
    name: 'an answer names its character set',
    parts: { answer: (reply) => ({ ...reply, type: 'application/json; charset=utf-8' }) },
  },
  {
    name: 'a bed lies within a bed',
    // What was there before anybody asked.
    parts: edited('get', (body) =>
      body['name'] === 'By the gate' ? { ...body, beds: [{ crop: 'beans', within: {} }] } : body,
    ),
  },
  { name: 'a note is null where there is none', parts: edited('get', (body) => ({ note: null, ...body })) },
];

function isPlain(body: unknown): body is Body {
  return typeof body === 'object' && body !== null && !Array.isArray(body) && !('kilos' in body);
}
