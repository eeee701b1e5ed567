import { renderJson } from '../json.ts';
import type { Report } from '../model.ts';
import { type Counts, countsOf } from './test-status.ts';

interface Badge {
  readonly message: (counts: Counts) => string;
  readonly color: string;
  readonly hex: string;
}

const LABEL = 'contract';

const BADGES: Readonly<Record<Report['outcome']['verdict'], Badge>> = {
  conforms: { message: (of) => `${of.passed} of ${of.tests} clauses passed`, color: 'brightgreen', hex: '#2e7d32' },
  violations: { message: (of) => `${of.failed} of ${of.tests} clauses failed`, color: 'red', hex: '#c62828' },
  'unexpected-pass': { message: () => 'known failures pass', color: 'yellow', hex: '#8a5a00' },
  incomplete: { message: () => 'incomplete', color: 'lightgrey', hex: '#616161' },
  'suite-error': { message: () => 'suite error', color: 'orange', hex: '#b35900' },
};

/** The JSON that shields.io reads. */
export function renderBadgeJson(report: Report): string {
  const { message, color } = BADGES[report.outcome.verdict];
  return renderJson({ schemaVersion: 1, label: LABEL, message: message(countsOf(report)), color });
}

const HEIGHT = 20;

/** The badge as an SVG picture. Its words come from this file, so nothing in them has to be escaped. */
export function renderBadge(report: Report): string {
  const { message: messageFor, hex } = BADGES[report.outcome.verdict];
  const message = messageFor(countsOf(report));
  const [left, right] = [widthOf(LABEL), widthOf(message)];
  const [width, words] = [left + right, `${LABEL}: ${message}`];
  return `<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" role="img" aria-label="${words}">
  <title>${words}</title>
  <rect width="${width}" height="${HEIGHT}" rx="3" fill="#424242"/>
  <path d="M${left} 0h${right - 3}q3 0 3 3v14q0 3-3 3h-${right - 3}z" fill="${hex}"/>
  <g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
    <text x="${left / 2}" y="14" textLength="${left - PADDING}">${LABEL}</text>
    <text x="${left + right / 2}" y="14" textLength="${right - PADDING}">${message}</text>
  </g>
</svg>
`;
}

const PADDING = 12;

/** Letters of Verdana at 11 px are 6.6 px wide on average. `textLength` makes the width exact. */
function widthOf(text: string): number {
  return Math.round(text.length * 6.6) + PADDING;
}
