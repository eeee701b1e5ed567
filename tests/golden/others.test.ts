import { recordedRuns } from './recorded.ts';

recordedRuns((group) => group !== 'crowds' && group !== 'null-targets');
