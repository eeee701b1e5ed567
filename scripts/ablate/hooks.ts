import type { LoadHook, ResolveHook } from 'node:module';
import { mechanismsOf, switchedOff } from './mechanisms.ts';

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
  const names = searchParams.get('without');
  const meant =
    names === null ? [] : mechanismsOf(names).filter(({ module }) => pathname.endsWith(`/src/${module}.js`));
  if (meant.length === 0) return loaded;
  const source = new TextDecoder().decode(loaded.source as Uint8Array);
  return { ...loaded, source: meant.reduce(switchedOff, source) };
};

function isOurs(url: string): boolean {
  return url.startsWith('file:') && !url.includes('/node_modules/') && !url.includes('?');
}
