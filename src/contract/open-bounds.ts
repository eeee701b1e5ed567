import { isObject } from '../schema/pointer.ts';
import { follow } from '../schema/reference.ts';
import type { Schema } from '../schema/schema.ts';

type Node = Readonly<Record<string, unknown>>;
type Described = Pick<Schema, 'description'> & { readonly schema?: unknown };
type Bound = NonNullable<Schema['x-open-bounds']>[number];

/** Words for a value that the service changes and does not refuse. */
const CHANGED =
  /\b(?:coerc|clamp|truncat)\w*|\b(?:capped|reduced|lowered|raised|adjusted|rounded|ignored|replaced)\b|\b(?:treated|interpreted|taken|handled) as\b|\b(?:set|changed|limited) to\b/iu;

/** Words for values beyond a bound. */
const BEYOND: readonly (readonly [RegExp, Bound])[] = [
  [/\b(?:above|over|greater|larger|higher|bigger|more than|exceed\w*|beyond|too large|too high)\b|>/iu, 'maximum'],
  [/\b(?:below|under|less|smaller|lower than|fewer|negative|zero|too small|too low)\b|</iu, 'minimum'],
];

/** Words for values beyond either bound. */
const OUTSIDE = /\b(?:outside|out of (?:the )?(?:range|bounds)|out-of-range|clamped)\b/iu;

/** Words for a value that is refused after all. */
const REFUSED = /\b(?:not|never|reject\w*|refus\w*|error)\b/iu;

/**
 * A parameter whose description says that a value beyond a bound is changed and not refused, such as `values above 100 are
 * coerced to 100` (AIP-158): `x-open-bounds` names these bounds.
 */
export function withOpenBounds(document: Node, given: unknown): unknown {
  const { target } = follow<Described>(document, given, '');
  const schema = isObject(target.schema) ? follow<Schema>(document, target.schema, '').target : {};
  const open = openIn([target, schema].map(({ description = '' }) => description).join('. '));
  return open.length === 0 ? given : { ...target, schema: { ...schema, 'x-open-bounds': open } };
}

function openIn(text: string): readonly Bound[] {
  const named = text.split(/(?<=[.;])\s/u).flatMap((sentence) => {
    if (!CHANGED.test(sentence) || REFUSED.test(sentence)) return [];
    const beyond = BEYOND.flatMap(([words, bound]) => (words.test(sentence) ? [bound] : []));
    return OUTSIDE.test(sentence) && beyond.length === 0 ? (['minimum', 'maximum'] as const) : beyond;
  });
  return [...new Set(named)];
}
