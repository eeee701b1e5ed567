import type { Choices } from '../contract/resolve.ts';
import { conclude, type Conclusion } from './conclude.ts';
import type { RunRecord } from './record.ts';
import type { Suite } from './suite.ts';

/** Judges a recorded run again under another profile, or by a newer suite. Sends nothing. */
export function rejudge(
  record: RunRecord,
  profile: { readonly name: string; readonly branches: Choices },
  suiteUnder: (choices: Choices) => Suite,
): { readonly record: RunRecord; readonly conclusion: Conclusion } {
  const again: RunRecord = { ...record, header: { ...record.header, profile } };
  return { record: again, conclusion: conclude(again, profile.branches, suiteUnder) };
}
