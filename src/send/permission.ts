import type { Draft } from '../check/request.ts';
import type { Target } from '../check/target.ts';
import { NotTested } from '../check/verdict.ts';

/** Throws NotTested where a request needs the leave of the target's owner, and has it not. */
export function assertAllowed(draft: Draft, target: Target): void {
  const permission = draft.operation?.permission;
  if (permission === undefined || target.allow[permission]) return;
  if (isHarmless(draft)) return;
  throw new NotTested(
    'skip',
    `the permission ${permission} was not given`,
    `set allow.${permission}: true in the target file, or pass --allow ${permission}`,
  );
}

/** It has to be refused, or deletes nothing. Of what a plain document does not declare, only what nobody is let in with. */
function isHarmless({ operation, intent, presented, method }: Draft): boolean {
  if (operation?.plain === true)
    return intent.kind === 'invalid' && intent.reject === 'missing-credential' && presented?.length === 0;
  return intent.kind === 'invalid' || (method === 'DELETE' && intent.kind === 'open');
}
