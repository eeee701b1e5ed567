/**
 * The smallest part of the suspects that disturbs: one, or those that do it together; none where what is given disturbs without
 * them. Halves what is left again and again (QuickXplain: Junker, 2004).
 */
export async function toBlame<T>(
  suspects: readonly T[],
  disturbs: (some: readonly T[]) => Promise<boolean>,
  given: readonly T[] = [],
): Promise<readonly T[]> {
  if (await disturbs(given)) return [];
  if (suspects.length <= 1) return suspects;
  const half = Math.ceil(suspects.length / 2);
  const [left, right] = [suspects.slice(0, half), suspects.slice(half)];
  const ofRight = await toBlame(right, disturbs, [...given, ...left]);
  const ofLeft = await toBlame(left, disturbs, [...given, ...ofRight]);
  return [...ofLeft, ...ofRight];
}
