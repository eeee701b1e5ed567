/**
 * The processor time that this process takes from now on, in seconds. What must not take long is held against this and not
 * against the clock, for a machine may do much else meanwhile.
 */
export function processorTime(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  };
}
