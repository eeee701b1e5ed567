import { parentPort } from 'node:worker_threads';
import { createReference } from '../../fixtures/reference/index.ts';
import { listen } from '../../fixtures/reference/listen.ts';

/** The reference service on a thread of its own, so that what it costs is not counted as the suite's. */
const service = createReference({ chunkDelayMs: 0 });
const { url } = await listen(service.fetch);
const { credentials, samples } = service;
parentPort?.postMessage({ url, credentials, samples });
