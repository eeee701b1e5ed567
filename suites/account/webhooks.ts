import { at, type Exchange, isObject, textAt, type Tools } from '../../src/check/index.ts';

/** The address of the one webhook that sequences create. */
function urlOf({ mark }: Tools): string {
  return `https://example.org/${mark}/sequence`;
}

/** A webhook cannot be deleted: so there is one for all sequences, and for all runs of one seed. */
export async function makeHook(tools: Tools): Promise<{ readonly id: string; readonly answer: Exchange }> {
  const body = { url: urlOf(tools), events: ['paper.created'] };
  const answer = await tools.send(tools.request('createWebhook').json(body));
  return { id: textAt(answer, '/id') ?? '', answer };
}

/** Those that are listed from before. */
export async function hooksMadeHere(tools: Tools): Promise<readonly string[]> {
  const body = at(await tools.send(tools.request('listWebhooks').fresh()), '');
  const listed = Array.isArray(body) ? body.filter(isObject) : [];
  return listed.filter(({ url }) => url === urlOf(tools)).map(({ id }) => String(id));
}
