import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLUB_KEY, createClub, type Parts } from '../../fixtures/benchmark/club.ts';
import { createClock } from '../../fixtures/world/world.ts';
import { askerOf } from '../../src/cli/look/admission.ts';
import { verify } from '../../src/cli/look/verify.ts';
import { parseYaml } from '../../src/config/yaml.ts';
import { type LoadedDocument, loadDocument } from '../../src/contract/load.ts';
import { overlayOf, readOverlay } from '../../src/contract/overlay.ts';
import { fetchTransport } from '../../src/http/in-process.ts';
import { packageRoot } from '../../src/package.ts';
import { buildReport } from '../../src/report/build.ts';
import type { Finding } from '../../src/report/model.ts';
import { suiteCache } from '../../src/rules/suite.ts';
import { runSuite } from '../../src/run/run.ts';

/** How much the suite is told beside the document, from nothing to what somebody wrote by hand. */
export const MODES = ['as it is', 'annotated', 'verified', 'by hand'] as const;
export type Mode = (typeof MODES)[number];

/** What a run against one club showed. */
export interface Trial {
  readonly findings: readonly Finding[];
  readonly requests: number;
}

const folder = join(packageRoot(), 'fixtures', 'benchmark');
const path = join(folder, 'openapi.yaml');
const TARGET = {
  baseUrl: 'http://club.local',
  credentials: { clubKey: { headers: { 'X-Club-Key': CLUB_KEY } } },
  samples: {},
  allow: { writes: true },
  headers: {},
};

/** The document as a mode has it. */
export async function documentOf(mode: Mode): Promise<LoadedDocument> {
  if (mode === 'as it is') return loadDocument(path);
  if (mode === 'by hand') {
    const file = join(folder, 'overlay.yaml');
    const { value, place } = parseYaml(readFileSync(file, 'utf8'), file);
    return loadDocument(path, { file, actions: readOverlay(value, place) });
  }
  const plain = await loadDocument(path);
  const { proposals } = plain.recognised();
  const contract = suiteCache(plain, [])({}).contract;
  const tried = await verify(proposals, contract, askerOf(TARGET, fetchTransport(createClub().fetch)));
  const kept = tried.filter(({ result }) => mode === 'annotated' || result !== 'contradicted');
  const overlay = overlayOf(
    'Boat club',
    kept.map(({ proposal }) => proposal),
  );
  return loadDocument(path, { file: path, actions: readOverlay(overlay, (pointer) => pointer) });
}

/** Runs against clubs of one mode. */
export async function createTrials(mode: Mode): Promise<(parts: Partial<Parts>, seed?: number) => Promise<Trial>> {
  const loaded = await documentOf(mode);
  const suiteUnder = suiteCache(loaded, []);
  return async (parts, seed) => {
    const { record, conclusion } = await runSuite({
      loaded,
      checks: [],
      suiteUnder,
      target: TARGET,
      profile: { name: 'any', branches: {} },
      transport: fetchTransport(createClub(parts).fetch),
      clock: createClock(0),
      ...(seed === undefined ? {} : { seed }),
    });
    const { findings } = buildReport(record, conclusion);
    return { findings, requests: record.exchanges.length };
  };
}
