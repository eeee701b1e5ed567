import { builtInProfiles } from 'conform-contract';

console.log(builtInProfiles().includes('any')); // true
