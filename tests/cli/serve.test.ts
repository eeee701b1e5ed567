import { expect, test, vi } from 'vitest';
import { main } from '../../src/cli/program.ts';
import { pretend } from './io.ts';

test('a service may have several faults at once', async () => {
  const { io, err, interrupt } = pretend();
  const argv = ['serve', '--mutant', 'listPapers/route', '--mutant', 'searchPapers/route'];
  const serving = main(argv, io);
  try {
    await vi.waitFor(() => expect(err()).toContain('listens on'), { timeout: 30_000 });
    expect(err()).toMatch(/breaks listPapers\/route: [\s\S]*breaks searchPapers\/route: /u);
    const [url = ''] = /http:\/\/[\d.:]+/u.exec(err()) ?? [];
    const statuses = await Promise.all(
      ['/api/v1/papers', '/api/research/search', '/api/chat'].map(async (path) => (await fetch(url + path)).status),
    );
    expect(statuses).toEqual([404, 404, 200]);
  } finally {
    interrupt();
    expect(await serving).toBe(0);
  }
});
