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

/** Is it the other path, or below it? */
export function isAtOrBelow(path: string, other: string): boolean {
  return `${bare(path)}/`.startsWith(`${bare(other)}/`);
}
