/** Creates a function that does work with the same key one after the other, however the work before it ended. */
export function createInTurn() {
  const last = new Map<string, Promise<unknown>>();
  return <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const done = (last.get(key) ?? Promise.resolve()).then(work);
    last.set(
      key,
      done.catch(() => undefined),
    );
    return done;
  };
}
