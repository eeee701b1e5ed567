import type { LoadHook, ResolveHook } from 'node:module';
import { mechanismOf, switchedOff } from './mechanisms.ts';

/**
 * Module hooks: `?without=NAME&within=PART` after the URL of a module gives a second copy of it in which the mechanism is
 * switched off, and of all that it imports whose URL has PART in it. The engine needs no switch for that.
 */
export const resolve: ResolveHook = async (specifier, context, next) => {
  const found = await next(specifier, context);
  const query = new URL(context.parentURL ?? 'file:///').search;
  const within = new URLSearchParams(query).get('within');
  const isMeant = within !== null && found.url.includes(within) && isOurs(found.url);
  return isMeant ? { ...found, url: found.url + query } : found;
};

export const load: LoadHook = async (url, context, next) => {
  const loaded = await next(url, context);
  const { pathname, searchParams } = new URL(url);
  const name = searchParams.get('without');
  if (name === null) return loaded;
  const mechanism = mechanismOf(name);
  return pathname.endsWith(`/src/${mechanism.module}.js`)
    ? { ...loaded, source: switchedOff(String(loaded.source), mechanism) }
    : loaded;
};

function isOurs(url: string): boolean {
  return url.startsWith('file:') && !url.includes('/node_modules/') && !url.includes('?');
}
