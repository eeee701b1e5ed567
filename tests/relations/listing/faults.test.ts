import { describe, expect, test } from 'vitest';
import type { Query } from '../../../src/relations/listing/answer.ts';
import { explanationsOf } from '../../../src/relations/listing/faults.ts';
import { createModel } from '../../../src/relations/listing/model.ts';
import { emptyMemory, respond } from '../../../src/relations/listing/service.ts';
import { listing, partsOf } from './made-up.ts';

const model = createModel(listing, {
  rows: partsOf(90).map((part) => ({ key: part.no, values: part, measured: {} })),
  whole: true,
  total: 90,
});

/** The numbers of the parts that a service with this fault answers with. */
function found(id: string, query: Query): string {
  const fault = explanationsOf(listing).find((one) => one.id === id);
  expect(fault, id).toBeDefined();
  const { rows, total } = respond(listing, (one) => model.found(one), fault?.change ?? {}, query, emptyMemory());
  return `${total}: ${rows.map(({ key }) => key).join(' ')}`;
}

describe('a filter that is compared otherwise is another fault than one that is lost', () => {
  test.each<readonly [string, Query]>([
    ['shelf-by-its-beginning', { shelf: 'A', n: '50' }],
    ['minWeight-turned', { minWeight: '8', n: '50' }],
    ['since-turned', { since: '20', n: '50' }],
    ['until-turned', { until: '20', n: '50' }],
  ])('%s', (id, query) => {
    const [parameter = ''] = id.split('-');
    expect(found(id, query)).not.toBe(found(`${parameter}-lost`, query));
    expect(found(id, query)).not.toBe(found(id, { n: '50' }));
  });
});
