import { runConformance } from 'conform-contract';

const { outcome, findings } = await runConformance({
  target: {
    baseUrl: 'https://shop.example',
    credentials: { token: { headers: { Authorization: `Bearer ${process.env['SHOP_TOKEN']}` } } },
    allow: { orders: true },
  },
  document: 'shop/openapi.yaml',
  checks: [], // stated checks of your own, if you have any
});
console.log(outcome.sentence);
for (const { title } of findings) console.log(title);
