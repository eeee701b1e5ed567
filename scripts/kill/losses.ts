/** What becomes of an answer on its way back; what the service did is done. */
export type Loss = (answer: Response) => Response | Promise<Response>;

const JSON_TYPE = { 'content-type': 'application/json' };

const answering =
  (status: number, body: string, headers: Readonly<Record<string, string>> = JSON_TYPE): Loss =>
  () =>
    new Response(status === 204 || status === 304 ? null : body, { status, headers });

/** The connection breaks after so much of the body. */
function cutOff(text: string): Response {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(text)),
    pull: (controller) => controller.error(new Error('it breaks')),
  });
  return new Response(body, { status: 201, headers: JSON_TYPE });
}

/** Each way in which the answer to a creation, or what tells of it, is lost. */
export const LOSSES: Readonly<Record<string, Loss>> = {
  'a connection that breaks before the body': () => cutOff(''),
  'a connection that breaks in the body': async (answer) => cutOff((await answer.text()).slice(0, 20)),
  'no answer in time': () => new Promise<Response>(() => undefined),
  'a 500 after creating': answering(500, '{"error":"INTERNAL","message":"x"}'),
  'a 503 from a gateway': answering(503, '<html></html>', { 'content-type': 'text/html' }),
  'a 504 from a gateway': answering(504, ''),
  'a 429 from a gateway': answering(429, '{"error":"RATE_LIMITED","message":"x"}', {
    ...JSON_TYPE,
    'retry-after': '0',
  }),
  'a refusal that is none (400)': answering(400, '{"error":"VALIDATION","message":"x"}'),
  'a redirect': answering(303, '', { location: '/api/v1/api-keys' }),
  'a 404': answering(404, '{"error":"NOT_FOUND","message":"x"}'),
  'broken JSON': answering(201, '{"id":"'),
  'no body': answering(201, ''),
  'a 204': answering(204, ''),
  'an id elsewhere': async (answer) => Response.json({ data: await answer.json() }, { status: 201 }),
  'an id that is none': answering(201, '{"id":null}'),
  'the id of another key': answering(201, '{"id":"0b7a3a52-9f0e-4d52-8f43-1f0f4f6d2c11"}'),
};
