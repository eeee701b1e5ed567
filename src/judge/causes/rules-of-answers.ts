import { rule, TOGETHER } from './rule.ts';
import { isOfShape } from './shapes.ts';

/** The declared media type, and the received one. */
type MediaTypes = Readonly<Record<'media' | 'mediaType', string>>;

/** Answers with another media type than the declared one. */
const MEDIA = {
  same: ['media', 'mediaType'],
  among: ['media'],
  count: 'operations',
  service: [{ operations: 2, clauses: 2, share: 'half' }],
  id: ({ media, mediaType }: MediaTypes) => `service/media-type/${media}/${mediaType}`,
  nature: ({ media, mediaType }: MediaTypes) => ({
    kind: 'media-type' as const,
    expected: media,
    actual: mediaType,
  }),
} as const;

/** Faults in the bodies of answers. */
export const RULES_OF_ANSWERS = [
  rule({
    rule: 'otherNames',
    // Names in the default style of a serializer. One may be a single mistake; several come from one setting.
    same: ['style'],
    service: [{ operations: 2, clauses: 3, members: 2 }],
    operation: [{ clauses: 2 }],
    id: ({ style }, where) => `${where}/names/${style}`,
    nature: ({ style }) => ({ kind: 'other-names', style }),
  }),
  rule({
    rule: 'otherErrors',
    // Errors of the same shape come from one error handler.
    same: ['handler'],
    service: [{ operations: 2 }],
    operation: [{}],
    falls: isOfShape,
    minimum: 2,
    id: (_common, where, members) => `${where}/another-shape/errors/${namesOf(members).join('-')}`,
    lead: ([{ id }]) => id,
    nature: ({ shape }, members) => ({ kind: 'another-shape', place: shape?.place ?? '', members: namesOf(members) }),
  }),
  rule({
    rule: 'otherObjects',
    same: ['shapeOfSuccess'],
    // The same one in several operations comes from code that they share.
    service: [{ operations: 3 }],
    operation: [{}],
    falls: isOfShape,
    minimum: 2,
    id: ({ shapeOfSuccess: { status, place, names } }, where) =>
      `${where}/another-shape/${status}/${place}/${names.join('-')}`,
    lead: ([{ id }]) => id,
    nature: ({ shapeOfSuccess: { place, names } }) => ({ kind: 'another-shape', place, members: names }),
  }),
  rule({
    rule: 'wrongMediaTypesOfErrors',
    // One error handler writes them, whichever type each of them should have.
    of: ({ isOfRefusal, media }) => isOfRefusal === true && media !== undefined,
    same: ['kind', 'mediaType'],
    among: ['kind', 'isOfRefusal'],
    count: 'operations',
    service: [{ operations: 3, share: 'most' }],
    id: ({ mediaType }, _where, members) =>
      mediasOf(members).length < 2 ? undefined : `service/media-type/errors/${mediaType}`,
    nature: ({ mediaType }, members) => ({
      kind: 'media-type',
      expected: mediasOf(members).join(' or '),
      actual: mediaType,
    }),
  }),
  rule({ ...MEDIA, rule: 'wrongMediaTypes' }),
  rule({
    ...MEDIA,
    rule: 'wrongMediaTypesOfRefusals',
    of: ({ isOfRefusal }) => isOfRefusal === true,
    among: ['media', 'isOfRefusal'],
  }),
  rule({
    rule: 'wrongMediaTypesOfRejects',
    // One parser of bodies, say, refuses the same kind of bad request everywhere; other refusals may come from elsewhere.
    of: ({ isOfRefusal }) => isOfRefusal === true,
    same: ['media', 'mediaType', 'reject', 'answered'],
    service: [{ operations: 3 }],
    id: ({ mediaType, reject }) => `service/media-type/${reject}/${mediaType}`,
    nature: MEDIA.nature,
  }),
  rule({
    ...MEDIA,
    rule: 'wrongMediaTypesOfOperation',
    operation: [{ clauses: 2 }],
    id: ({ mediaType }, where) => `${where}/media-type/${mediaType}`,
  }),
  rule({
    rule: 'emptyLeftOut',
    // If empty values are left out, so are nulls.
    of: ({ leftOut }) => leftOut !== undefined,
    same: [],
    service: [{ operations: 2, clauses: 3, empties: 2 }],
    operation: [{ clauses: 3, empties: 2 }],
    id: (_common, where) => `${where}/left-out/empty`,
    nature: () => ({ kind: 'left-out', values: 'empty' }),
  }),
  rule({
    rule: 'nullLeftOut',
    of: ({ leftOut }) => leftOut === 'null',
    same: [],
    service: [{ operations: 2, clauses: 3, members: 2 }],
    operation: [{ clauses: 3, members: 2 }],
    id: (_common, where) => `${where}/left-out/null`,
    nature: () => ({ kind: 'left-out', values: 'null' }),
  }),
  rule({
    rule: 'otherSpellings',
    // For example numbers as text, or dates as an ORM prints them.
    same: ['trait', 'spelling'],
    among: ['trait'],
    count: 'places',
    service: [{ clauses: 3, places: 3, share: 'most' }],
    operation: [{ clauses: 3, places: 3, share: 'most' }],
    id: ({ trait: { keyword, expected } }, where) => `${where}/spelling/${keyword}/${expected}`,
    nature: ({ trait, spelling, violation }) => ({
      kind: 'spelling',
      ...trait,
      actual: spelling,
      example: violation.actual,
    }),
  }),
  rule({
    rule: 'sameMembers',
    // Several schemas have a member of this name, and its values are wrong in the same way.
    same: ['member', 'says', 'valueType'],
    among: ['member', 'says'],
    schema: [
      { pointers: 2, operations: 2, clauses: 2, share: 'all' },
      { pointers: 2, operations: 2, clauses: 3, share: 'most' },
    ],
    id: ({ member, says }) => `service/${member}/${says}`,
    nature: ({ clause: { pointer } }) => ({ kind: 'shared-schema', pointer }),
  }),
  rule({
    ...TOGETHER,
    rule: 'sameHeaders',
    // One place in the service sets a header for all answers of a kind, or forgets it.
    same: ['header', 'isOfRefusal'],
    among: ['header', 'isOfRefusal'],
    count: 'operations',
    service: [{ operations: 3, share: 'half' }],
  }),
  rule({
    rule: 'sharedSchemas',
    // One keyword of a shared schema is broken in at least half of the clauses that it stands for.
    same: ['component'],
    among: ['component'],
    schema: [{ clauses: 2, share: 'half' }],
    id: ({ component }) => component.slice(1),
    nature: ({ component }) => ({ kind: 'shared-schema', pointer: component }),
  }),
];

/** The media types that these answers should have. */
function mediasOf(members: readonly { readonly media: string | undefined }[]): readonly string[] {
  return [...new Set(members.flatMap(({ media = '' }) => media.split(' or ')))];
}

/** The names that all of these objects have. */
function namesOf(members: readonly { readonly shape: { readonly names: readonly string[] } | undefined }[]) {
  return members.map(({ shape }) => shape?.names ?? []).reduce((a, b) => a.filter((name) => b.includes(name)));
}
