import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { packageRoot } from '../../src/package.ts';

const ajv = new Ajv2020({ strict: true, allErrors: true });
addFormats.default(ajv);
const validate = ajv.compile(
  JSON.parse(readFileSync(join(packageRoot(), 'src/report/report.schema.json'), 'utf8')) as object,
);

/** What of a report its schema does not allow. */
export const faultsOfReport = (report: unknown) =>
  validate(JSON.parse(JSON.stringify(report))) ? [] : validate.errors;
