import type { CheckContext } from '../../check/check.ts';
import { FRESH_KEY } from '../../check/fresh-values.ts';
import { accepted, enough, holds, isSuccess, statusOf } from '../../check/judges.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { AspectAssertions, Resource } from './declaration.ts';
import { plainThing, type Thing, thingOf, withMark } from './things.ts';

/** A creation with an Idempotency-Key, the same once more, and another body with that key. */
export interface Repeated {
  readonly first: Thing;
  readonly again: Thing;
  readonly other?: Exchange;
}

/** Creates one with a key of its own and repeats that. Undefined if the resource has no such key, or nothing was created. */
export async function repeatWithKey(tools: CheckContext, resource: Resource): Promise<Repeated | undefined> {
  const { repeatable, create, plain, marked } = resource;
  if (repeatable === undefined) return undefined;
  // The control comes first: a unique value that was not sent before is sent as it is.
  await plainThing(tools, resource);
  const request = (body: unknown, key: string) => tools.request(create.id).thing(body).header(repeatable.header, key);
  const first = thingOf(resource, await tools.send(request(withMark(plain, tools.mark), FRESH_KEY)));
  const key = first.answer.request.headers[repeatable.header.toLowerCase()];
  if (!isSuccess(first.answer) || key === undefined) return undefined;
  const again = await tools.send(request(first.asked, key).open('the same request with the same key'));
  const repeated = { first, again: thingOf(resource, again) };
  if (repeatable.refusals === undefined) return repeated;
  const body = { ...first.asked, [marked.slice(1)]: withMark('$mark another', tools.mark) };
  return { ...repeated, other: await tools.send(request(body, key).open('another body with the same key')) };
}

/** A repetition creates nothing more and tells of the same thing; the key with another body is refused as documented. */
export function questionOfRepetition({ name, repeatable }: Resource, repeated: Repeated | undefined): AspectAssertions {
  if (repeated === undefined || repeatable === undefined)
    return { given: [enough(false, `no ${name} could be created with an idempotency key`)], judge: [] };
  const { first, again, other } = repeated;
  const { refusals = [] } = repeatable;
  const isSame = isSuccess(again.answer) && again.id === first.id;
  return {
    given: [accepted(first.answer)],
    judge: [
      holds(isSame, again.answer, {
        expected: `${name} ${first.id} again, as the same request was sent with the same ${repeatable.header}`,
        actual: isSuccess(again.answer) ? `${name} ${again.id}` : `status ${statusOf(again.answer)}`,
      }),
      ...(other === undefined
        ? []
        : [
            holds(refusals.includes(String(statusOf(other))), other, {
              expected: `status ${refusals.join(' or ')}, as another body was sent with the same ${repeatable.header}`,
              actual: `status ${statusOf(other)}`,
            }),
          ]),
    ],
  };
}
