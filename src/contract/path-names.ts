/** The names of the parameters in a path: `id` in `/things/{id}`. */
export function pathNames(path: string): readonly string[] {
  return [...path.matchAll(/\{([^{}]+)\}/gu)].map(([, name = '']) => name);
}
