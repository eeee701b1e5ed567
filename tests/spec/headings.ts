/**
 * The headings of the contract, as they stand there. A clause says under which of them it is stated:
 * the chapter, or the chapter and the part, with ` / ` between the two.
 */
export const HEADINGS: Readonly<Record<string, readonly string[]>> = {
  'What the service does': [],
  'Resources and their fields': [
    'Paper, versioned surface (ResearchPaper)',
    'Paper, unversioned detail (`/api/papers/{id}`)',
    'Pagination (versioned)',
    'Papers list payload (versioned)',
    'Search payload (`/api/research/search`)',
    'ApiKey',
    'CreateApiKey (request)',
    'RateLimitInfo',
    'Webhook',
    'CreateWebhook (request)',
    'UsageStats',
    'Prediction request (`POST /api/ml/predict`)',
    'Prediction response',
    'Hierarchical prior response',
    'Inference requests and responses',
    'Chat request',
    'Problem details (error body)',
    'Error body, versioned surface (ErrorResponse)',
  ],
  'States and transitions': [],
  Endpoints: ['Conventions', 'Versioned surface', 'Unversioned surface'],
  Authentication: [],
  Events: [],
  Errors: [],
  Limits: [],
  Versioning: [],
};

/** Is there such a place in the contract? */
export function isHeading(section: string): boolean {
  const [chapter = '', ...rest] = section.split(' / ');
  const parts = Object.hasOwn(HEADINGS, chapter) ? HEADINGS[chapter] : undefined;
  return parts !== undefined && (rest.length === 0 || parts.includes(rest.join(' / ')));
}
