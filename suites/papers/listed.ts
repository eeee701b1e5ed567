import {
  type CheckContext,
  type Exchange,
  numberAt,
  objectsAt,
  operationOf,
  type QueryValue,
} from '../../src/check/index.ts';

/** What the checks read of a listed paper. */
export interface Paper {
  readonly id: string;
  readonly title: string;
  readonly year: number;
}

/** Sends a listing request; the parameters in the order of the document, so that equal requests are recognised as such. */
export function list(tools: CheckContext, query: Readonly<Record<string, QueryValue>>): Promise<Exchange> {
  const names = operationOf(tools.contract, 'listPapers').parameters.map(({ name }) => name);
  const ordered = names.flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]] as const]));
  return tools.send(tools.request('listPapers').query(Object.fromEntries(ordered)));
}

/** The listing that every check shares: the largest page, without any filter. */
export function firstPage(tools: CheckContext): Promise<Exchange> {
  return list(tools, { page: 1, limit: largestPage(tools) });
}

export function largestPage({ contract }: CheckContext): number {
  const limit = operationOf(contract, 'listPapers').parameters.find(({ name }) => name === 'limit');
  return Number(limit?.schema.maximum);
}

export function papersOf(exchange: Exchange): readonly Paper[] {
  return (objectsAt(exchange, '/data/papers') as readonly unknown[]).filter(isPaper);
}

function isPaper(value: unknown): value is Paper {
  const paper = value as Readonly<Partial<Record<keyof Paper, unknown>>>;
  return typeof paper.id === 'string' && typeof paper.title === 'string' && typeof paper.year === 'number';
}

export function idsOf(exchange: Exchange): readonly string[] {
  return papersOf(exchange).map(({ id }) => id);
}

export function totalOf(exchange: Exchange): number {
  return numberAt(exchange, '/data/pagination/total') ?? Number.NaN;
}
