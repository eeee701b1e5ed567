import type { Target } from '../../check/target.ts';
import type { Contract } from '../../contract/contract.ts';
import { defined } from '../../defined.ts';
import type { Transport } from '../../http/exchange.ts';
import { setupMessage, setupRemedy } from '../../judge/setup-words.ts';
import { lookAround } from '../../run/first-look.ts';
import { serviceOf, silenceOf } from './presence.ts';

/** Why nothing can be learnt from an address. */
export interface NotReady {
  /** A sentence without a full stop. */
  readonly why: string;
  readonly remedy?: string;
}

/** Asks an address what a run asks it first. Undefined where the service is there. */
export async function unreadiness(contract: Contract, target: Target, send: Transport): Promise<NotReady | undefined> {
  const silence = await silenceOf(serviceOf(target, send));
  if (silence !== undefined) return { why: `${target.baseUrl} does not answer: ${silence}` };
  const what = (await lookAround(contract, target, send))?.what;
  if (what === undefined) return undefined;
  const message = setupMessage(what);
  const why = `${target.baseUrl}: ${message.charAt(0).toLowerCase()}${message.slice(1)}`;
  return defined({ why, remedy: setupRemedy(what) });
}
