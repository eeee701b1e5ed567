import type { LoadedDocument } from '../contract/load.ts';
import { defined } from '../defined.ts';
import { packageVersion } from '../package.ts';
import { isObject } from '../schema/pointer.ts';
import type { FullOptions } from './options.ts';

/** The facts of a run that are known before its first request. */
export function headerOf(options: FullOptions) {
  const { target, loaded, profile, strict, seed, depth, only, failed, command } = options;
  return defined({
    suiteVersion: packageVersion(),
    document: documentFacts(loaded),
    startedAt: new Date(options.now()).toISOString(),
    baseUrl: target.baseUrl,
    profile: { name: profile.name, branches: profile.branches },
    strict,
    seed,
    depth,
    only,
    permissions: Object.entries(target.allow).flatMap(([name, allowed]) => (allowed ? [name] : [])),
    credentials: Object.keys(target.credentials),
    vouched: Object.entries(target.credentials).flatMap(([role, one]) => (one?.vouched === true ? [role] : [])),
    levels: target.levels,
    failed,
    command,
    samples: textsIn(target.samples),
  });
}

/** Identifies the contract document. */
export function documentFacts({ document, digest }: LoadedDocument) {
  return { title: document.info.title, version: document.info.version, sha256: digest };
}

/** The strings in samples, by their dotted paths. */
function textsIn(node: object, at = ''): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(node).flatMap(([name, value]: [string, unknown]): readonly (readonly [string, string])[] => {
      if (typeof value === 'string') return [[`${at}${name}`, value]];
      return isObject(value) ? Object.entries(textsIn(value, `${at}${name}.`)) : [];
    }),
  );
}
