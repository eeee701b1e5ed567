import { writeSync } from 'node:fs';

/** Loaded into a child process before its program: tells on exit what the process has used. */
const TO_PARENT = 3;
process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  writeSync(TO_PARENT, JSON.stringify({ cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, peakMb: maxRSS / 1024 }));
});
