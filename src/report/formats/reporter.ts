import { renderHtml } from '../html/page.ts';
import { renderJson } from '../json.ts';
import type { Report } from '../model.ts';
import type { PlaceOf } from '../place.ts';
import { renderBadge, renderBadgeJson } from './badge.ts';
import { renderCtrf } from './ctrf.ts';
import { renderGitHub } from './github.ts';
import { renderHar } from './har.ts';
import { renderJUnit } from './junit.ts';
import { renderMarkdown } from './markdown.ts';
import { renderSarif } from './sarif.ts';
import { renderTap } from './tap.ts';

/** A format of the report: a pure function of it. */
export interface Reporter {
  /** The file in the folder of a run that it goes to unless told; `-` is the standard output. */
  readonly file: string;
  readonly about: string;
  readonly render: (report: Report, placeOf: PlaceOf) => string;
}

export type ReporterName =
  | 'html'
  | 'json'
  | 'junit'
  | 'markdown'
  | 'github'
  | 'sarif'
  | 'har'
  | 'ctrf'
  | 'tap'
  | 'badge'
  | 'badge-json';

/** Every format by its name. */
export const REPORTERS: Readonly<Record<ReporterName, Reporter>> = {
  html: { file: 'report.html', about: 'a page to look at, by itself', render: renderHtml },
  json: { file: 'report.json', about: 'everything, by a published schema', render: renderJson },
  junit: { file: 'junit.xml', about: 'JUnit XML, for Jenkins, GitLab and Azure', render: renderJUnit },
  markdown: { file: 'report.md', about: 'a summary for a merge request', render: renderMarkdown },
  github: { file: '-', about: 'annotations of GitHub Actions, and its step summary', render: renderGitHub },
  sarif: { file: 'report.sarif', about: 'SARIF 2.1.0, for code scanning', render: renderSarif },
  har: { file: 'report.har', about: 'HAR 1.2: the exchanges behind the findings', render: renderHar },
  ctrf: { file: 'ctrf.json', about: 'Common Test Report Format', render: renderCtrf },
  tap: { file: '-', about: 'Test Anything Protocol 14', render: renderTap },
  badge: { file: 'badge.svg', about: 'a badge as a picture', render: renderBadge },
  'badge-json': { file: 'badge.json', about: 'a badge as an endpoint of shields.io', render: renderBadgeJson },
};
