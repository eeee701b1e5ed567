import { conformance } from 'conform-contract/vitest';

await conformance({ target: 'https://staging.example', depth: 'smoke' });
