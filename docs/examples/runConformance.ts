import { runConformance } from 'conform-contract';

const { conforms, outcome, findings } = await runConformance({
  target: 'https://staging.example',
  depth: 'smoke',
  only: ['listPapers'],
});
console.log(outcome.sentence);
for (const { clause, title } of findings) console.log(clause, title);
if (!conforms) throw new Error('the service does not conform');
