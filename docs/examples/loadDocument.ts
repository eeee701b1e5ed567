import { loadDocument } from 'conform-contract';

const { document, digest } = await loadDocument();
console.log(document.info.title, digest.length); // … 64
