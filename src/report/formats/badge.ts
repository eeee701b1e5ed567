import { renderJson } from '../json.ts';
import type { Report } from '../model.ts';
import { countsOf } from './test-status.ts';

interface Badge {
  readonly message: string;
  readonly color: string;
  readonly hex: string;
}

const LABEL = 'contract';

/** The message and the colours of a badge. */
function badgeOf(report: Report): Badge {
  const { tests, passed, failed } = countsOf(report);
  switch (report.outcome.verdict) {
    case 'conforms':
      return { message: `${passed} of ${tests} clauses passed`, color: 'brightgreen', hex: '#2e7d32' };
    case 'violations':
      return { message: `${failed} of ${tests} clauses failed`, color: 'red', hex: '#c62828' };
    case 'unexpected-pass':
      return { message: 'known failures pass', color: 'yellow', hex: '#8a5a00' };
    case 'incomplete':
      return { message: 'incomplete', color: 'lightgrey', hex: '#616161' };
    case 'suite-error':
      return { message: 'suite error', color: 'orange', hex: '#b35900' };
    default:
      return report.outcome.verdict satisfies never;
  }
}

/** The JSON that shields.io reads. */
export function renderBadgeJson(report: Report): string {
  const { message, color } = badgeOf(report);
  return renderJson({ schemaVersion: 1, label: LABEL, message, color });
}

const HEIGHT = 20;

/** The badge as an SVG picture. Its words come from this file, so nothing in them has to be escaped. */
export function renderBadge(report: Report): string {
  const { message, hex } = badgeOf(report);
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
