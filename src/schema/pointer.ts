/** JSON Pointer (RFC 6901) helpers. A pointer is kept as a string; '' is the whole value. */

export function joinPointer(base: string, ...segments: readonly (string | number)[]): string {
  return segments.reduce<string>((pointer, segment) => `${pointer}/${escapeSegment(String(segment))}`, base);
}

export function splitPointer(pointer: string): readonly string[] {
  if (pointer === '') return [];
  const segments = pointer.slice(1).split('/');
  return pointer.includes('~') ? segments.map(unescapeSegment) : segments;
}

/** The last segment of a pointer; empty for the whole value. */
export function lastSegment(pointer: string): string {
  return splitPointer(pointer).at(-1) ?? '';
}

/** The pointer to what contains the value at a pointer. */
export function parentPointer(pointer: string): string {
  return joinPointer('', ...splitPointer(pointer).slice(0, -1));
}

/** The value at the pointer, or undefined if there is none. */
export function atPointer(value: unknown, pointer: string): unknown {
  return splitPointer(pointer).reduce<unknown>((node, segment) => child(node, segment), value);
}

/** The values at a pointer in which `*` stands for any element or member. */
export function valuesAt(value: unknown, pointer: string): readonly unknown[] {
  const below = (node: unknown, [segment, ...rest]: readonly string[]): readonly unknown[] => {
    if (segment === undefined) return node === undefined ? [] : [node];
    if (segment !== '*') return below(child(node, segment), rest);
    const children: readonly unknown[] = Array.isArray(node) ? node : isObject(node) ? Object.values(node) : [];
    return children.flatMap((one) => below(one, rest));
  };
  return below(value, splitPointer(pointer));
}

/** A copy of the value with the node at the pointer replaced; `undefined` removes an object's member. */
export function withPointer(value: unknown, pointer: string, replacement: unknown): unknown {
  const [head, ...rest] = splitPointer(pointer);
  if (head === undefined) return replacement;
  const next = withPointer(child(value, head), rest.length === 0 ? '' : joinPointer('', ...rest), replacement);
  if (Array.isArray(value)) return value.map((item, index) => (String(index) === head ? next : item));
  const copy = new Map(Object.entries(isObject(value) ? value : {}));
  if (next === undefined) copy.delete(head);
  else copy.set(head, next);
  return Object.fromEntries(copy);
}

/** True for a JSON object: not null, not an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function child(node: unknown, segment: string): unknown {
  if (Array.isArray(node)) return node[Number(segment)];
  return isObject(node) && Object.hasOwn(node, segment) ? node[segment] : undefined;
}

function escapeSegment(segment: string): string {
  // The test is for speed: few segments need escaping, and a large answer has a hundred thousand.
  return /[~/]/u.test(segment) ? segment.replaceAll('~', '~0').replaceAll('/', '~1') : segment;
}

function unescapeSegment(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}
