import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readTargetFile } from 'conform-contract';

const file = join(mkdtempSync(join(tmpdir(), 'conform-')), 'target.yaml');
writeFileSync(file, 'baseUrl: ${SERVICE}');
const { baseUrl } = readTargetFile(file, { SERVICE: 'https://staging.example' });
console.log(baseUrl); // https://staging.example
