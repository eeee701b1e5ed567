import type { Operand, Relation } from './relation.ts';

/** A relation in words, as a finding shows it. */
export function sentenceOf(relation: Relation): string {
  if ('equal' in relation) return list(relation.equal, ' = ');
  if ('ascending' in relation) return list(relation.ascending, ' <= ');
  if ('below' in relation) return list(relation.below, ' < ');
  if ('near' in relation) return `${list(relation.near, ' about ')}, within ${spanOf(relation)}`;
  if ('ordered' in relation)
    return `${relation.magnitude === true ? `|${lastName(relation.ordered)}|` : name(relation.ordered)} in ${relation.direction === 'either' ? 'one direction' : `${relation.direction} order`}`;
  if ('distinct' in relation) return `each of ${name(relation.distinct)} once`;
  if ('sameLength' in relation) return `${list(relation.sameLength, ', ')} of the same length`;
  if ('oneOf' in relation) return list(relation.oneOf, ' one of ');
  if ('keeps' in relation) return list(relation.keeps, ' with every member of ');
  if ('names' in relation) return list(relation.names, ' with an entry for each of ');
  if ('present' in relation) return `${list(relation.present, ', ')} present`;
  if ('absent' in relation) return `no ${list(relation.absent, ', no ')}`;
  if ('all' in relation) return relation.all.map(sentenceOf).join(' and ');
  return relation.any.map(sentenceOf).join(', or ');
}

const UNITS = [
  ['days', 86_400_000],
  ['hours', 3_600_000],
  ['minutes', 60_000],
  ['seconds', 1000],
] as const;

/** How much values may differ. Between moments it is in the largest unit that fits. */
function spanOf({ near, within }: Extract<Relation, { readonly near: unknown }>): string {
  const unit = near.some(isMoment) ? UNITS.find(([, milliseconds]) => within >= milliseconds) : undefined;
  return unit === undefined ? String(within) : `${Number((within / unit[1]).toFixed(1))} ${unit[0]}`;
}

/** Is it a moment or a span? Days are, and so are headers here: only those with moments are compared by nearness. */
function isMoment(operand: Operand): boolean {
  if (typeof operand !== 'object' || operand === null) return false;
  return 'days' in operand || 'header' in operand || ('sum' in operand && operand.sum.some(isMoment));
}

function list(operands: readonly Operand[], separator: string): string {
  return operands.map(name).join(separator);
}

/** An operand in words. */
export function name(operand: Operand): string {
  if (typeof operand === 'string') return dotted(operand);
  if (typeof operand !== 'object' || operand === null) return String(operand);
  if ('value' in operand) return JSON.stringify(operand.value);
  if ('request' in operand)
    return operand.request === '' ? 'the request body' : `the requested ${dotted(operand.request)}`;
  if ('query' in operand) return `the requested ${operand.query}`;
  if ('path' in operand) return `the requested ${operand.path}`;
  if ('header' in operand) return `the header ${operand.header}`;
  if ('default' in operand) return `the default ${dotted(operand.default)}`;
  if ('declared' in operand)
    return `the documented ${operand.declared.split('/').at(-1)}${operand.by === undefined ? '' : ` for this ${name(operand.by)}`}`;
  if ('sum' in operand) return list(operand.sum, ' + ');
  if ('count' in operand) return `the number of ${name(operand.count)}`;
  return `${name(operand.days)} days`;
}

function lastName(operand: Operand): string {
  return name(operand).split('.').at(-1) ?? '';
}

function dotted(pointer: string): string {
  return pointer === '' ? 'it' : pointer.slice(1).replaceAll('/', '.');
}
