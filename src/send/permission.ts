import type { Draft } from '../check/request.ts';
import type { Target } from '../check/target.ts';
import { NotTested } from '../check/verdict.ts';
import { HARMS } from '../contract/harm.ts';
import { defaultPresentation } from './credentials.ts';

/** Throws NotTested if a request needs a permission that the user did not give, or does harm. */
export function assertAllowed(draft: Draft, target: Target): void {
  const { permission, harm } = draft.operation ?? {};
  if (isHarmless(draft)) return;
  const isOfStranger = draft.intent.kind === 'invalid' && draft.intent.reject === 'wrong-credential';
  if (harm !== undefined && !(harm === 'session' && isOfStranger)) throw new NotTested('skip', HARMS[harm]);
  if (permission === undefined || target.allow[permission]) return;
  throw new NotTested(
    'skip',
    `the permission ${permission} was not given`,
    `set allow.${permission}: true in the target file, or pass --allow ${permission}`,
  );
}

/** Throws NotTested if a request would create something that the credentials of the target cannot remove again. */
export function assertRemovable({ operation, intent }: Draft, target: Target): void {
  if (operation?.undoneBy === undefined || intent.kind === 'invalid') return;
  try {
    defaultPresentation(operation.undoneBy, target);
  } catch (error) {
    if (!(error instanceof NotTested)) throw error;
    throw new NotTested('skip', `what it creates could not be removed: ${error.message}`, error.remedy);
  }
}

/** Must it be refused, or does it delete nothing? In a plain document only a request without credentials surely is. */
function isHarmless({ operation, intent, presented, method }: Draft): boolean {
  if (operation?.plain === true)
    return intent.kind === 'invalid' && intent.reject === 'missing-credential' && presented?.length === 0;
  return intent.kind === 'invalid' || (method === 'DELETE' && intent.kind === 'open');
}
