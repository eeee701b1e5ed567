import { type ResolvedTarget, resolveTarget, type TargetFlags } from '../../config/target.ts';
import type { Contract } from '../../contract/contract.ts';
import type { Transport } from '../../http/exchange.ts';
import { setupMessage, setupRemedy } from '../../judge/setup-words.ts';
import { EXIT_STATUS } from '../../report/outcome.ts';
import { lookAround } from '../../run/first-look.ts';
import { redactorFor } from '../../send/redact-event.ts';
import { type ConnectionFlags, withTransport } from '../connection.ts';
import type { CommandContext, ContractInUse } from '../context.ts';
import { type Io, say, writingThrough } from '../io.ts';
import { serviceOf, silenceOf } from './presence.ts';

/** A service that is there. */
export interface Visit extends ContractInUse, ResolvedTarget {
  /** What is written to it holds no secret of the target. */
  readonly io: Io;
  readonly send: Transport;
}

/** Why nothing can be learnt from an address. */
export interface NotReady {
  /** A sentence without a full stop. */
  readonly why: string;
  readonly remedy?: string | undefined;
}

/** Looks at the service that the flags name. Answers the exit status of the work, or that of a service that is not there. */
export async function visit(
  flags: TargetFlags & ConnectionFlags,
  { contract, io: whole }: CommandContext,
  work: (visited: Visit) => Promise<number>,
  notReady: (why: NotReady, io: Io) => void,
): Promise<number> {
  const used = await contract();
  const resolved = resolveTarget(flags, { ...used.loaded, env: whole.env, cwd: whole.cwd });
  const io = writingThrough(whole, redactorFor(resolved.target, used.loaded.document).text);
  for (const remark of resolved.remarks) say(io.stderr, remark);
  say(io.stderr, `Looking at ${resolved.target.baseUrl}.`);
  const look = async (send: Transport): Promise<number> => {
    const unready = await unreadiness(used.suiteUnder(resolved.profile.branches).contract, resolved.target, send);
    if (unready === undefined) return work({ ...used, ...resolved, io, send });
    notReady(unready, io);
    return EXIT_STATUS.incomplete;
  };
  return withTransport(look, flags, io, resolved.tls);
}

/** Says why nothing was written. */
export function sayNotReady(what: string): (why: NotReady, io: Io) => void {
  return ({ why, remedy }, { stderr }) => {
    say(stderr, `${why}. ${what}`);
    if (remedy !== undefined) say(stderr, `-> ${remedy}`);
  };
}

/** Asks an address what a run asks it first. Undefined where the service is there. */
async function unreadiness(
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
