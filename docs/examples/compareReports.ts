import { compareReports, runConformance } from 'conform-contract';

const run = () => runConformance({ target: 'https://staging.example', only: ['listPapers/limit/maximum'] });
const { leftPass } = compareReports((await run()).report, (await run()).report);
console.log(leftPass.length); // 0
