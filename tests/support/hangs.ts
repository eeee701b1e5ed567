/** On a busy machine a test is slow long before it hangs: so long, in milliseconds, may one take, and whatever it waits for. */
export const HANGS_MS = 900_000;
