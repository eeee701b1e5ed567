import { describe, expect, test } from 'vitest';
import { bodyOfText } from '../../src/http/body.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { abridged } from '../../src/report/abridge.ts';
import { atPointer } from '../../src/schema/pointer.ts';
import { atOnce } from '../../src/turns.ts';
import { nastyReport } from './sample.ts';

const [finding] = nastyReport.findings;
const [exchange] = nastyReport.exchanges;

function cutTo(text: string, at?: string): string {
  if (finding === undefined || exchange === undefined) throw new Error('the sample has both');
  const long: Exchange = {
    ...exchange,
    outcome: {
      kind: 'response',
      status: 200,
      headers: {},
      body: bodyOfText(text, { size: 1, utf8: true }),
      durationMs: 1,
    },
  };
  const [short] = atOnce(
    abridged([long], at === undefined ? [] : [{ ...finding, exchanges: [long.seq], at }], new Set([long.seq])),
  );
  return short?.outcome.kind === 'response' ? short.outcome.body.text : '';
}

const pages = { list: Array.from({ length: 300 }, (_, id) => ({ id, text: 'x'.repeat(250) })), total: 300 };

describe('a body in a report', () => {
  test('stays as it is where it is short', () => expect(cutTo('{"a": 1}')).toBe('{"a": 1}'));

  test('is cut where nothing is at fault, and leads where it led', () => {
    const short = cutTo(JSON.stringify(pages), '/list/200/text');
    expect(short.length).toBeLessThan(16_000);
    const value: unknown = JSON.parse(short);
    expect(atPointer(value, '/list/200')).toEqual({ id: 200, text: 'x'.repeat(250) });
    expect(atPointer(value, '/list/0/text')).toBe(`${'x'.repeat(200)}… (250 characters)`);
    expect(atPointer(value, '/list/199')).toBe('…');
    expect(atPointer(value, '/total')).toBe(300);
  });

  test('keeps the place at fault where much stands before it', () => {
    const wide = Object.fromEntries(Array.from({ length: 190 }, (_, id) => [`m${id}`, ['x'.repeat(190), id]]));
    const short = cutTo(JSON.stringify(wide), '/m189/1');
    expect(short.length).toBeLessThan(16_000);
    expect(atPointer(JSON.parse(short), '/m189/1')).toBe(189);
  });

  test('is cut at its end where it is no JSON', () => {
    expect(cutTo('x'.repeat(100_000))).toBe(`${'x'.repeat(16_000)}…`);
  });
});
