import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createCheckContext, TOOL_PARTS, type ToolParts } from '../../fixtures/plain-contract/tools.ts';
import { listen } from '../../fixtures/reference/listen.ts';
import { parseYaml } from '../../src/config/yaml.ts';
import { packageRoot } from '../../src/package.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { conform } from './io.ts';

const SPEC = join(packageRoot(), 'fixtures/plain-contract/tools.yaml');

interface Overlay {
  readonly actions: readonly { readonly target: string; readonly update: { readonly parameter?: string } }[];
}

/** What is proposed once a service was asked, and every request that it had. */
async function annotated(parts: Partial<ToolParts>) {
  const methods = new Set<string>();
  const tools = createCheckContext(parts);
  const service = await listen((request) => {
    methods.add(request.method);
    return tools.fetch(request);
  });
  const { out, err, status } = await conform(['annotate', service.url, '--spec', SPEC]);
  await service.close();
  const { actions = [] } = out === '' ? {} : (parseYaml(out, 'overlay').value as Overlay);
  const lines = (word: string) => err.split('\n').filter((line) => line.startsWith(`${word}: `));
  return { status, actions, dropped: lines('Dropped'), left: lines('Not tried'), methods: [...methods] };
}

const all = parseYaml((await conform(['annotate', '--spec', SPEC])).out, 'overlay').value as Overlay;
const { fits, page, window } = TOOL_PARTS;

describe('conform annotate of a service', () => {
  test('keeps all that a conforming one does, or that reading cannot tell', async () => {
    const { status, actions, dropped, left, methods } = await annotated({
      fits: (tool, query) => fits(tool, query) && (query['maker'] ?? tool.maker) === tool.maker,
    });
    expect(dropped).toEqual([]);
    expect(actions).toHaveLength(all.actions.length);
    expect(left).toContain('Not tried: addTool creates what is listed and deleted: only writing shows it.');
    expect(methods).toEqual(['GET']);
    expect(status).toBe(0);
  });

  test.each<[string, Partial<ToolParts>, RegExp]>([
    [
      'what opens has another id',
      { lent: (loan) => ({ ...loan, id: loan.id + 1 }) },
      /^Dropped: getLoan shows the loanId of its path: loanId \d+ shows id \d+\.$/u,
    ],
    [
      'a filter looks for a part',
      {},
      /^Dropped: listTools filters by maker: maker=Forge gives an item whose maker is "Old Forge"\.$/u,
    ],
    [
      'a filter is for something else',
      { lends: (loan, { tool: _tool, ...query }) => TOOL_PARTS.lends(loan, query) },
      /^Dropped: listLoans filters by tool: tool=\d+ gives an item whose tool is \d+\.$/u,
    ],
    [
      'a bound is no bound of that member',
      { fits: (tool, { min_price: _least, ...query }) => fits(tool, query) },
      /^Dropped: listTools filters by min_price: min_price=[\d.]+ gives an item whose price is/u,
    ],
  ])('drops what it contradicts, and no more: %s', async (_, parts, line) => {
    const { actions, dropped } = await annotated(parts);
    expect(dropped).toContainEqual(expect.stringMatching(line));
    expect(actions).toHaveLength(all.actions.length - dropped.length);
    expect(dropped.filter((one) => !/ filters by | of its path:/u.test(one))).toEqual([]);
  });

  test.each<[string, Partial<ToolParts>, string]>([
    [
      'pages are counted from 0',
      { page: (tools, query) => page(tools, { ...query, page: String(Number(query['page'] ?? 0) + 1) }) },
      'listTools pages by page and per_page: page=2 of 2 items does not go on where the first 2 end',
    ],
    [
      'the size is a wish',
      { page: (tools, query) => page(tools, { ...query, per_page: '10' }) },
      'listTools pages by page and per_page: per_page=2 gives 10 items',
    ],
    [
      'the offset counts pages',
      {
        window: (loans, { offset = '0', limit = '10' }) =>
          window(loans, { offset: String(Number(offset) * Number(limit)), limit }),
      },
      'listLoans pages by offset and limit: offset=2 of 2 items does not go on where the first 2 end',
    ],
  ])('drops a listing of another convention with all that is proposed of it: %s', async (_, parts, line) => {
    const { actions, dropped } = await annotated(parts);
    expect(dropped).toContain(`Dropped: ${line}.`);
    const path = line.startsWith('listTools') ? '/tools' : '/loans';
    expect(actions.filter(({ target }) => target.startsWith(`$.paths['${path}'].get`))).toEqual([]);
    expect(actions.length).toBeGreaterThan(0);
  });

  test('keeps what too few items cannot tell', async () => {
    const { actions, dropped, left } = await annotated({ tools: 0, loans: 1 });
    expect(dropped).toEqual([]);
    expect(actions).toHaveLength(all.actions.length);
    expect(left).toContain('Not tried: listTools pages by page and per_page: it lists too few items.');
  });

  test('writes nothing where nobody answers', async () => {
    const { status, out, err } = await conform(['annotate', 'http://127.0.0.1:1', '--spec', SPEC]);
    expect([status, out]).toEqual([3, '']);
    expect(err).toContain('does not answer');
  });
});

test('says what to do with an overlay that was printed, and that a file exists already', async () => {
  expect((await conform(['annotate', '--spec', SPEC])).err).toContain('Write it to a file with --out overlay.yaml,');
  const [cwd, argv] = [temporaryFolder(), ['annotate', '--spec', SPEC, '--out', 'overlay.yaml']];
  expect((await conform(argv, { cwd })).err).toContain('certain. Remove what is wrong, then:');
  const { status, err } = await conform(argv, { cwd });
  expect(status).toBe(2);
  expect(err).toContain('--out overlay.yaml: it exists already; give another name, or remove it.');
});
