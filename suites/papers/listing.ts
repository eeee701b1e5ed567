import { type Exchange, numberAt, objectsAt, operationOf, type QueryValue, type Tools } from '../../src/check/index.ts';

/** What the checks read of a listed paper. */
export interface Paper {
  readonly id: string;
  readonly title: string;
  readonly abstract: string;
  readonly publicationDate: string;
  readonly year: number;
  readonly systemType: string;
  readonly qualityScore: number;
  readonly citationCount: number;
  readonly verified?: boolean;
}

export type Query = Readonly<Record<string, QueryValue>>;

/** One order for the parameters of every request, so that equal requests are recognised as such. */
const ORDER = ['search', 'systemType', 'yearStart', 'yearEnd', 'qualityScoreMin', 'sort', 'page', 'limit'] as const;

export function list(tools: Tools, query: Query): Promise<Exchange> {
  const ordered = Object.fromEntries(ORDER.flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]]])));
  return tools.send(tools.request('listPapers').query(ordered));
}

/** The same request once more, whatever was answered before. */
export function askAgain(tools: Tools, { request }: Exchange): Promise<Exchange> {
  return tools.send(tools.request('listPapers').query(request.query).fresh());
}

/** Sends several listing requests one after the other. */
export async function listAll(tools: Tools, queries: readonly Query[]): Promise<readonly Exchange[]> {
  const answers: Exchange[] = [];
  for (const query of queries) answers.push(await list(tools, query));
  return answers;
}

export function papersOf(exchange: Exchange): readonly Paper[] {
  return (objectsAt(exchange, '/data/papers') as readonly unknown[]).filter(isPaper);
}

/** Asked a thousand times over in a run, so without a loop. */
function isPaper(value: unknown): value is Paper {
  const paper = value as Readonly<Partial<Record<keyof Paper, unknown>>>;
  return (
    typeof paper.id === 'string' &&
    typeof paper.title === 'string' &&
    typeof paper.abstract === 'string' &&
    typeof paper.publicationDate === 'string' &&
    typeof paper.year === 'number' &&
    typeof paper.systemType === 'string' &&
    typeof paper.qualityScore === 'number' &&
    typeof paper.citationCount === 'number'
  );
}

/** The number of entries on a page, readable or not. */
export function lengthOf(exchange: Exchange): number {
  return objectsAt(exchange, '/data/papers').length;
}

export function idsOf(exchange: Exchange): readonly string[] {
  return papersOf(exchange).map(({ id }) => id);
}

/** A counter of the pagination; NaN where it is missing, which equals nothing. */
export function countIn(exchange: Exchange, name: 'page' | 'limit' | 'total' | 'pages'): number {
  return numberAt(exchange, `/data/pagination/${name}`) ?? Number.NaN;
}

export function totalOf(exchange: Exchange): number {
  return countIn(exchange, 'total');
}

/** The page or the page size that a request asked for; undefined where it named none. */
export function askedFor(exchange: Exchange, name: 'page' | 'limit'): number | undefined {
  const text = exchange.request.query[name];
  return text === undefined ? undefined : Number(text);
}

/** What the document declares of a query parameter. */
function parameterOf({ contract }: Pick<Tools, 'contract'>, name: string) {
  return operationOf(contract, 'listPapers').parameters.find((parameter) => parameter.name === name)?.schema;
}

export function declaredDefault(tools: Pick<Tools, 'contract'>, name: 'page' | 'limit'): number {
  return Number(parameterOf(tools, name)?.default);
}

export function largestPage(tools: Pick<Tools, 'contract'>): number {
  return Number(parameterOf(tools, 'limit')?.maximum);
}

/** The year is one that both year parameters may name. */
export function isAskableYear(tools: Pick<Tools, 'contract'>, year: number): boolean {
  return ['yearStart', 'yearEnd'].every(
    (name) => year >= Number(parameterOf(tools, name)?.minimum) && year <= Number(parameterOf(tools, name)?.maximum),
  );
}

/** The score is one that the minimum may name. */
export function isAskableScore(tools: Pick<Tools, 'contract'>, score: number): boolean {
  const { minimum, maximum } = parameterOf(tools, 'qualityScoreMin') ?? {};
  return score >= Number(minimum) && score <= Number(maximum);
}

/** The values of the parameter in the document, seen among papers or not. */
export function everySystemType(tools: Pick<Tools, 'contract'>): readonly string[] {
  const schema = parameterOf(tools, 'systemType');
  const reference = schema?.$ref?.split('/').at(-1);
  const values =
    schema?.enum ??
    (reference === undefined ? [] : (tools.contract.document.components.schemas[reference]?.enum ?? []));
  return values.map((value) => String(value));
}

/** The listing that every check shares: the largest page, without any filter. */
export function firstPage(tools: Tools): Promise<Exchange> {
  return list(tools, { page: 1, limit: largestPage(tools) });
}
