import { describe, expect, test } from 'vitest';
import { main } from '../../src/cli/program.ts';
import { startedAs } from '../../src/cli/started-as.ts';
import { pretend } from './io.ts';

describe('advice names the command as it was started', () => {
  test.each([
    ['/usr/local/bin/conform', 'conform'],
    ['/home/a/shop/node_modules/.bin/conform', 'conform'],
    ['/home/a/.npm/_npx/b985/node_modules/.bin/conform', 'npx conform-contract'],
    [
      String.raw`C:\Users\a\AppData\Local\npm-cache\_npx\b985\node_modules\conform-contract\dist\src\cli\main.js`,
      'npx conform-contract',
    ],
    ['/home/a/.cache/pnpm/dlx-123/node_modules/.bin/conform', 'pnpm dlx conform-contract'],
  ])('%s', (script, name) => {
    expect(startedAs({ script })).toBe(name);
  });

  test('in errors and in help', async () => {
    const [cached, plain] = [pretend(), pretend()];
    const io = { ...cached.io, script: '/home/a/.npm/_npx/b985/node_modules/.bin/conform' };
    expect(await main([], io)).toBe(2);
    expect(cached.err()).toContain('npx conform-contract init <url> writes one; npx conform-contract --help lists');
    await main(['help', 'show'], io);
    expect(cached.out()).toContain('npx conform-contract show reports/<run>');
    await main(['help', 'show'], plain.io);
    expect(plain.out()).not.toContain('npx');
  });
});
