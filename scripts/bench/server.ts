import { parentPort } from 'node:worker_threads';
import { createReference } from '../../fixtures/reference/index.ts';
import { listen } from '../../fixtures/reference/listen.ts';

/**
 * The reference service on a thread of its own, so that what it costs is not counted as the suite's. Any message makes it
 * begin anew, as if nobody had ever written to it.
 */
const begin = (): ReturnType<typeof createReference> => createReference({ chunkDelayMs: 0 });
const serving = { service: begin() };
const { url } = await listen((request) => serving.service.fetch(request));
const { credentials, samples } = serving.service;
parentPort?.on('message', () => {
  serving.service = begin();
  parentPort?.postMessage('new');
});
parentPort?.postMessage({ url, credentials, samples });
