import { loadDocument, SpecError } from 'conform-contract';

const error = await loadDocument('no-such-document.yaml').catch((caught: unknown) => caught);
console.log(error instanceof SpecError); // true
