import { runConformance } from 'conform-contract';
import { check, holds } from 'conform-contract/check';

// A promise that the contract does not make, and a check for it.
const clauses = {
  listPapers: {
    'answers-in-a-second': { level: 'SHOULD', section: 'Our own promises', text: 'The list comes within a second.' },
  },
} as const;

const answersInASecond = check({
  clause: 'listPapers/answers-in-a-second',
  act: async ({ send, request }) => ({ list: await send(request('listPapers')) }),
  judge: ({ list }) => [
    holds(list.outcome.durationMs < 1000, list, { expected: 'at most a second', actual: `${list.outcome.durationMs} ms` }),
  ],
});

const result = await runConformance({
  target: 'https://staging.example',
  checks: [answersInASecond],
  clauses,
  only: ['listPapers/answers-in-a-second'],
});
console.log(result.clauses.find(({ id }) => id === answersInASecond.clause)?.verdict); // pass
