import { loadDocument, resolveDocument } from 'conform-contract';

const { document } = await loadDocument();
const flat = resolveDocument(document, { 'predict-body': 'flat' });
console.log(JSON.stringify(flat).length < JSON.stringify(document).length); // true
