import { type ResolvedTarget, resolveTarget, type TargetFlags } from '../../config/target.ts';
import type { Contract } from '../../contract/contract.ts';
import type { Transport } from '../../http/exchange.ts';
import { setupMessage, setupRemedy } from '../../judge/setup-words.ts';
import { EXIT_STATUS } from '../../report/outcome.ts';
import { lookAround } from '../../run/first-look.ts';
import { redactorFor } from '../../send/redactor-for.ts';
import { type ConnectionFlags, withTransport } from '../connection.ts';
import type { CommandContext, ContractInUse } from '../context.ts';
import { type Io, say, writingThrough } from '../io.ts';
import { serviceOf, silenceOf } from './presence.ts';

/** A service that is ready to be examined, with its contract. */
export interface Visit extends ContractInUse, ResolvedTarget {
  /** Removes the secrets of the target from all output. */
  readonly io: Io;
  readonly send: Transport;
}

/** Why a service cannot be examined. */
export interface NotReady {
  /** A sentence without a full stop. */
  readonly why: string;
  readonly remedy?: string | undefined;
}

/** Does `work`, which gives the exit status, if the service that the flags name is ready; else calls `notReady`. */
export async function visit(
  flags: TargetFlags & ConnectionFlags,
  { contract, io: unredacted, finish }: CommandContext,
  work: (visited: Visit) => Promise<number>,
  notReady: (why: NotReady, io: Io) => void,
): Promise<void> {
  const used = await contract();
  const resolved = resolveTarget(flags, { ...used.loaded, env: unredacted.env, cwd: unredacted.cwd });
  const io = writingThrough(unredacted, redactorFor(resolved.target, used.loaded.document).text);
  for (const remark of resolved.remarks) say(io.stderr, remark);
  say(io.stderr, `Looking at ${resolved.target.baseUrl}.`);
  const look = async (send: Transport): Promise<number> => {
    const reason = await reasonNotReady(used.suiteUnder(resolved.profile.branches).contract, resolved.target, send);
    if (reason === undefined) return work({ ...used, ...resolved, io, send });
    notReady(reason, io);
    return EXIT_STATUS.incomplete;
  };
  finish(await withTransport(look, flags, io, resolved.tls));
}

/** Prints why the service is not ready, and `what` that means for the user. */
export function sayNotReady(what: string): (why: NotReady, io: Io) => void {
  return ({ why, remedy }, { stderr }) => {
    say(stderr, `${why}. ${what}`);
    if (remedy !== undefined) say(stderr, `-> ${remedy}`);
  };
}

/** Sends the first requests of a run. Undefined if the service is ready. */
async function reasonNotReady(
  contract: Contract,
  target: ResolvedTarget['target'],
  send: Transport,
): Promise<NotReady | undefined> {
  const silence = await silenceOf(serviceOf(target, send));
  if (silence !== undefined) return { why: `${target.baseUrl} does not answer: ${silence}` };
  const what = (await lookAround(contract, target, send))?.what;
  if (what === undefined) return undefined;
  const message = setupMessage(what);
  const why = `${target.baseUrl}: ${message.charAt(0).toLowerCase()}${message.slice(1)}`;
  return { why, remedy: setupRemedy(what) };
}
