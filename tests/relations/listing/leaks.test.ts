import { describe, expect, test } from 'vitest';
import type { Query } from '../../../src/relations/listing/answer.ts';
import type { Change } from '../../../src/relations/listing/service.ts';
import { partsOf, tried } from './made-up.ts';

/** A service that keeps the last value of a parameter, and takes it where a request has none. */
function keeping(parameter: string): Change {
  let kept: string | undefined;
  return {
    rewrite(query) {
      kept = query[parameter] ?? kept;
      return kept === undefined ? query : { ...query, [parameter]: kept };
    },
  };
}

/** A listing that is written to all the time: each answer leaves out another item. */
function changing(): Change {
  let count = 0;
  return {
    found(rows) {
      count += 1;
      return rows.slice(count % 7);
    },
  };
}

const everything = (query: Query | undefined): boolean => Object.keys(query ?? { none: '' }).length === 0;

describe('a listing that tells another total to the same request', () => {
  test.each(['shelf', 'text'])('keeps what it was asked before: %s', async (parameter) => {
    const { findings } = await tried(partsOf(130), { change: keeping(parameter) });
    expect(findings.map(({ slug }) => slug)).toContain('filters-keep-what-matches');
    expect(findings.find(({ slug }) => slug === 'filters-keep-what-matches')?.actual).toContain(`${parameter}=`);
  });

  test('or is written to while it is read, and then breaks nothing', async () => {
    const { findings, evidence } = await tried(partsOf(130), { change: changing() });
    expect(evidence.answers.filter(({ request }) => everything(request.query)).length).toBeGreaterThan(3);
    expect(findings).toEqual([]);
  });
});
