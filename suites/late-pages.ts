/** These pages of a listing; of one with fewer pages, the last that there can be. */
export function latePages(pages: readonly number[], most: number): readonly number[] {
  const missing = Math.max(0, Math.max(...pages) - Math.max(1, most));
  return pages.map((page) => page - missing).filter((page) => page > 0);
}
