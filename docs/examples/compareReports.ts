import { compareReports, runConformance } from 'conform-contract';

const run = () => runConformance({ target: 'https://staging.example', only: ['listPapers/limit/maximum'] });
const { regressions } = compareReports((await run()).report, (await run()).report);
console.log(regressions.length); // 0
