import { renderHtml } from '../html/page.ts';
import { renderJson } from '../json.ts';
import type { Report } from '../model.ts';
import type { PlaceOf } from '../places.ts';
import { renderBadge, renderBadgeJson } from './badge.ts';
import { renderCtrf } from './ctrf.ts';
import { renderGitHub } from './github.ts';
import { renderHar } from './har.ts';
import { renderHurl } from './hurl.ts';
import { renderJUnit } from './junit.ts';
import { renderMarkdown } from './markdown.ts';
import { renderSarif } from './sarif.ts';
import { renderTap } from './tap.ts';

/** A format of the report: a pure function of it. */
export interface Reporter {
  /** The default file in the folder of a run; `-` is standard output. */
  readonly file: string;
  readonly render: (report: Report, placeOf: PlaceOf) => string;
  /** A program reads it: on standard output it has to stand alone. Annotations are lines of a log, beside the summary. */
  readonly standsAlone?: true;
}

export type ReporterName =
  | 'html'
  | 'json'
  | 'junit'
  | 'markdown'
  | 'github'
  | 'sarif'
  | 'har'
  | 'hurl'
  | 'ctrf'
  | 'tap'
  | 'badge'
  | 'badge-json';

/** Every format by its name. */
export const REPORTERS: Readonly<Record<ReporterName, Reporter>> = {
  html: { file: 'report.html', render: renderHtml },
  json: { file: 'report.json', render: renderJson },
  junit: { file: 'junit.xml', render: renderJUnit },
  markdown: { file: 'report.md', render: renderMarkdown },
  github: { file: '-', render: renderGitHub },
  sarif: { file: 'report.sarif', render: renderSarif },
  har: { file: 'report.har', render: renderHar },
  hurl: { file: 'findings.hurl', render: renderHurl },
  ctrf: { file: 'ctrf.json', render: renderCtrf },
  tap: { file: '-', render: renderTap, standsAlone: true },
  badge: { file: 'badge.svg', render: renderBadge },
  'badge-json': { file: 'badge.json', render: renderBadgeJson },
};
