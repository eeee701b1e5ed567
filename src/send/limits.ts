import type { Target } from '../check/target.ts';
import type { ContractDocument } from '../contract/document.ts';
import { statusFits } from '../contract/statuses.ts';
import { defined } from '../defined.ts';
import type { Answer, Outcome, WireRequest } from '../http/exchange.ts';
import { onOurClock, type RateInfo, readRateHeaders } from '../http/rate-headers.ts';
import { atPointer } from '../schema/pointer.ts';
import { applyCredentials, usualPresentation } from './credentials.ts';

/** What an answer says about rate limits. `ofOthers`: not about those that most requests of the run fall under. */
export interface ToldLimits extends RateInfo {
  readonly ofOthers?: true;
}

export type LimitReader = (request: WireRequest, outcome: Outcome, nowMs: number) => ToldLimits;

/**
 * Reads the headers of every answer. It also reads the body of the operation that reports the limits (`x-rate-limits`), if the
 * request had the credential that most requests carry.
 */
export function createLimitReader(document: ContractDocument, target: Target): LimitReader {
  const status = statusOperation(document);
  const usualHeaders = Object.entries(applyCredentials(usualPresentation(target), target).headers);
  return (request, outcome, nowMs) => {
    if (outcome.kind !== 'response') return {};
    const isUsualCaller = usualHeaders.every(([name, value]) => request.headers[name] === value);
    const told = hasRateHeaders(outcome.headers) ? readRateHeaders(outcome.headers, nowMs) : {};
    const isStatusAnswer =
      status !== undefined &&
      request.method === 'GET' &&
      request.url === target.baseUrl + status.path &&
      statusFits(outcome.status, '2XX') &&
      usualHeaders.length > 0 &&
      isUsualCaller;
    if (isStatusAnswer) return { ...readStatus(outcome, status.pointers, nowMs), ...told };
    return isUsualCaller ? told : { ...told, ofOthers: true };
  };
}

/** A quick test: most answers say nothing about limits, and trying every dialect takes time. */
function hasRateHeaders(headers: Readonly<Record<string, string>>): boolean {
  for (const name in headers) if (name.includes('rate') || name === 'retry-after') return true;
  return false;
}

interface StatusOperation {
  readonly path: string;
  readonly pointers: Readonly<Record<'limit' | 'remaining' | 'reset', string>>;
}

function statusOperation({ paths }: ContractDocument): StatusOperation | undefined {
  return Object.entries(paths).flatMap(([path, item]) => {
    const pointers = item['get']?.['x-rate-limits']?.status;
    return pointers === undefined ? [] : [{ path, pointers }];
  })[0];
}

function readStatus(
  { body: { json }, headers }: Answer,
  { limit, remaining, reset }: StatusOperation['pointers'],
  nowMs: number,
): RateInfo {
  const [most, left, end] = [limit, remaining, reset].map((pointer) => atPointer(json?.value, pointer));
  const resetAtMs = onOurClock(Date.parse(String(end)), headers, nowMs);
  return defined({
    limit: typeof most === 'number' ? most : undefined,
    remaining: typeof left === 'number' ? left : undefined,
    resetAtMs: Number.isNaN(resetAtMs) ? undefined : resetAtMs,
  });
}
