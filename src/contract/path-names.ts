/** The names of the parameters in a path: `id` in `/things/{id}`. */
export function pathNames(path: string): readonly string[] {
  return [...path.matchAll(/\{([^{}]+)\}/gu)].map(([, name = '']) => name);
}

/** The path without a slash at its end: paths are compared as if it were not there. Requests keep it. */
export function bare(path: string): string {
  return path.replace(/(?<=.)\/$/u, '');
}

/** The node at this path, with or without a slash at its end. */
export function itemAt<T>({ paths }: { readonly paths: Readonly<Record<string, T>> }, path: string): T | undefined {
  return paths[path] ?? paths[bare(path)] ?? paths[`${bare(path)}/`];
}

export function isAtOrBelow(path: string, other: string): boolean {
  return `${bare(path)}/`.startsWith(`${bare(other)}/`);
}

/**
 * The segment of a path that an id becomes. An id may be the name of a resource (AIP-122), or an address: in `/banks/{bank}`,
 * `banks/alps` is sent as `alps`.
 */
export function segmentIn(path: string, name: string, id: string): string {
  const [above = ''] = path.split(`/{${name}}`);
  const collection = above.split('/').at(-1);
  const [last = '', before] = bare(id).split('/').toReversed();
  return before !== '' && before === collection && last !== '' ? last : id;
}

/** Does a path end like a template, whatever stands for its parameters? */
export function endsLike(path: string, template: string): boolean {
  const given = path.split('/').toReversed();
  const wanted = bare(template).slice(1).split('/').toReversed();
  return wanted.every((segment, at) => segment.includes('{') || segment === given[at]);
}
