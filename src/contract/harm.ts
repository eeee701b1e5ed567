import { lettersOf } from '../nouns.ts';
import { bare } from './path-names.ts';

/** What an operation does that no permission covers: it deletes or changes all things of a kind, or ends the caller's session. */
export type Harm = 'deletion' | 'change' | 'session';

/** The same in words, as the reason why such a request is not sent. */
export const HARMS: Readonly<Record<Harm, string>> = {
  deletion: 'nothing is deleted that this run did not make',
  change: 'it would change all that the target has of a kind, also what this run did not make',
  session: 'it would end the session of the credential, which other requests need',
};

/** Last segments of paths, as letters, of a POST that deletes: `/notes/purge`, `/cart/clear`, `/bulk-delete`. */
const DELETES =
  /^(?:(?:bulk|batch|mass)?(?:delete|remove|destroy)(?:all|many|bulk|batch)?|purge|wipe|truncate|flush|clear)$/u;
const ENDS_SESSION = /^(?:log|sign)(?:out|off)(?:all)?$|^revoke(?:token)?$/u;

/** The harm of an operation of a plain document whose path names no item; undefined if there is none by its method and names. */
export function harmOf(
  { paths }: { readonly paths: Readonly<Record<string, unknown>> },
  { path, method, isOpen }: { readonly path: string; readonly method: string; readonly isOpen: boolean },
): Harm | undefined {
  if (path.includes('{')) return undefined;
  const last = lettersOf(bare(path).slice(bare(path).lastIndexOf('/')));
  const hasItems = Object.keys(paths).some((one) => one.startsWith(`${bare(path)}/{`));
  if (method === 'delete' || (method === 'post' && DELETES.test(last))) return 'deletion';
  if (['put', 'patch'].includes(method) && hasItems) return 'change';
  return !isOpen && ENDS_SESSION.test(last) ? 'session' : undefined;
}
