import { runConformance } from 'conform-contract';

// Any service that is a function from a request to a response: `app.fetch` of Hono, `fetch` of a Worker.
const fetch = (request: Request) => Response.json({ asked: request.url });

const { conforms, findings, render } = await runConformance({ fetch, depth: 'smoke', only: ['listPapers'] });
console.log(conforms, findings.length > 0); // false true
console.log(render('markdown').includes('listPapers')); // true
