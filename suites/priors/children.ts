import { isObject } from '../../src/check/index.ts';

/** Children are named somewhere in the answer for an unresolved parent; name and place of the field are left open. */
export interface Named {
  /** Slugs that stand alone in a field that speaks of children or of alternatives: each is meant as one. */
  readonly listed: readonly string[];
  /** Anything else that could be a slug: an element of a list, a word of a sentence, a key. */
  readonly mentioned: readonly string[];
}

const SLUG = /^[\p{L}\p{N}]+(?:[_.:-][\p{L}\p{N}]+)*$/u;
/** A field that speaks of children, the elements of a list there, or what such an element calls its slug. */
const PLACE_OF_CHILD = /\/[^/]*(?:child|instead|alternativ)[^/]*(?:\/\d+)?(?:\/(?:slug|parameter))?$/iu;

export function childrenNamedIn(body: unknown, parent: string): Named {
  const texts = textsIn(body).filter(
    ({ path }) => !/^\/(?:slug|parameter|data_status|_source|pooled)(?:\/|$)/u.test(path),
  );
  const isChild = (text: string) => SLUG.test(text) && text !== parent;
  const listed = texts.filter(({ path, text }) => PLACE_OF_CHILD.test(path) && isChild(text)).map(({ text }) => text);
  const words = texts.flatMap(({ text }) =>
    text.split(/[\s,;()[\]"'`“”‘’/]+/u).map((word) => word.replace(/[.:!?]+$/u, '')),
  );
  const compound = words.filter((word) => isChild(word) && (/[_-]/u.test(word) || word.includes(parent)));
  const alone = texts.filter(({ path, text }) => /\/\d+$/u.test(path) && isChild(text)).map(({ text }) => text);
  const mentioned = [...alone, ...compound].filter((word) => !listed.includes(word));
  return { listed: [...new Set(listed)], mentioned: [...new Set(mentioned)] };
}

/** All texts of a body with the path to them, the keys of objects among them. */
function textsIn(node: unknown, path = ''): readonly { readonly path: string; readonly text: string }[] {
  if (typeof node === 'string') return [{ path, text: node }];
  if (Array.isArray(node)) return node.flatMap((item, index) => textsIn(item, `${path}/${index}`));
  if (!isObject(node)) return [];
  return Object.entries(node).flatMap(([name, value]) => [
    ...(path === '' ? [] : [{ path: `${path}/`, text: name }]),
    ...textsIn(value, `${path}/${name}`),
  ]);
}
