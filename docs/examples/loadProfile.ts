import { loadDocument, loadProfile } from 'conform-contract';

const { document } = await loadDocument();
const profile = loadProfile('any', { document, folder: '.' }, ['predict-body=flat']);
console.log(profile.branches['predict-body']); // flat
