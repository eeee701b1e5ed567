import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type MarkdownRenderer } from 'vitepress';

/** What pages link to that is no page itself. */
const FILES = [
  'LICENSE',
  'action.yml',
  'docs/pipelines',
  'docs/examples',
  'spec',
  'src/report/report.schema.json',
  'templates',
];

/** A link to a file without an extension is that file, and no page of the site. */
function keepPlainFiles(md: MarkdownRenderer): void {
  md.core.ruler.push('plain-files', ({ tokens }) => {
    for (const child of tokens.flatMap(({ children }) => children ?? []))
      if (child.type === 'link_open' && /\/(?:LICENSE|Jenkinsfile)$/u.test(`/${child.attrGet('href') ?? ''}`))
        child.attrSet('target', '_self');
  });
}

/** The documentation site: the pages of the repository as they are, with a search and a table of contents. */
export default defineConfig({
  title: 'conform',
  description: 'Shows whether a running service conforms to its contract',
  lang: 'en',
  srcDir: '..',
  srcExclude: ['{node_modules,dist,fixtures,scripts,suites,src,spec,tests,templates,site}/**', 'reports/*/**'],
  rewrites: { 'README.md': 'index.md' },
  markdown: { config: keepPlainFiles },
  outDir: '../reports/site',
  cacheDir: '../node_modules/.cache/vitepress',
  buildEnd: ({ root, outDir }) => {
    for (const file of FILES) cpSync(join(root, '..', file), join(outDir, file), { recursive: true });
  },
  // Every reader of the pages gets the same: nothing is asked of anybody else's server.
  useWebFonts: false,
  metaChunk: true,
  themeConfig: {
    search: { provider: 'local' },
    outline: 'deep',
    nav: [
      { text: 'Try it', link: '/#try-it' },
      { text: 'Gate with it', link: '/#gate-with-it' },
      { text: 'Work on it', link: '/#work-on-it' },
      { text: 'Changes', link: '/CHANGELOG' },
    ],
    sidebar: [
      {
        text: 'Use it',
        items: [
          { text: 'Start', link: '/' },
          { text: 'Reading a report', link: '/docs/reading-a-report' },
          { text: 'In your pipeline', link: '/docs/in-your-pipeline' },
          { text: 'Known failures', link: '/docs/known-failures' },
          { text: 'The library', link: '/docs/api' },
          { text: 'Conflicts', link: '/docs/conflicts' },
        ],
      },
      {
        text: 'Work on it',
        items: [
          { text: 'Architecture', link: '/docs/architecture' },
          { text: 'Writing a check', link: '/docs/writing-a-check' },
          { text: 'A contract of your own', link: '/docs/second-contract' },
          { text: 'Coverage', link: '/docs/coverage' },
          { text: 'Style of messages', link: '/docs/style-of-messages' },
          { text: 'Robustness', link: '/docs/robustness' },
          { text: 'Measured on contracts of others', link: '/docs/measured' },
          { text: 'Decisions', link: '/docs/adr/README' },
          { text: 'Contributing', link: '/CONTRIBUTING' },
          { text: 'Security', link: '/SECURITY' },
        ],
      },
    ],
  },
});
