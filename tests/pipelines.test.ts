import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validateWorkflow } from '@action-validator/core';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { packageRoot } from '../src/package.ts';
import { REPORTERS } from '../src/report/formats/reporter.ts';
import { conform } from './cli/io.ts';

const folder = join(packageRoot(), 'docs', 'pipelines');
const text = (name: string): string => readFileSync(join(folder, name), 'utf8');

describe('the examples of pipelines', () => {
  test('GitHub takes its workflow, and the validator would tell', () => {
    expect(validateWorkflow(text('github.yml'))).toMatchObject({ errors: [] });
    expect(validateWorkflow('jobs: 1').errors).not.toEqual([]);
  });

  test('GitLab and Azure have YAML with a script each', () => {
    const gitlab = parse(text('gitlab.yml')) as {
      conform: { script: readonly string[]; artifacts: { reports: { junit: string } } };
    };
    expect(gitlab.conform.script.join()).toContain('conform run');
    expect(gitlab.conform.artifacts.reports.junit).toBe('conform-report/junit.xml');
    const azure = parse(text('azure.yml')) as { steps: readonly { script?: string; task?: string }[] };
    expect(azure.steps.some(({ script }) => script?.includes('conform run') === true)).toBe(true);
    expect(azure.steps.map(({ task }) => task)).toContain('PublishTestResults@2');
  });

  test('Jenkins has a pipeline of which every brace is closed', () => {
    const braces = [...text('Jenkinsfile').replaceAll(/'[^']*'|\/\/.*/gu, '')].filter(
      (one) => one === '{' || one === '}',
    );
    let depth = 0;
    for (const brace of braces) expect((depth += brace === '{' ? 1 : -1)).toBeGreaterThanOrEqual(0);
    expect(depth).toBe(0);
  });

  test.each(readdirSync(folder))('%s gives flags and formats that there are', async (name) => {
    const [, command = ''] = /conform run ([^'\n]+)/u.exec(text(name)) ?? [];
    const { out: help } = await conform(['run', '--help']);
    const flags = [...command.matchAll(/--[a-z-]+/gu)].map(([flag]) => flag);
    expect(flags).toContain('--report');
    expect(flags.filter((flag) => !help.includes(`${flag} `))).toEqual([]);
    const formats = [...command.matchAll(/--reporter (\w+)/gu)].map(([, format = '']) => format);
    expect(formats.filter((format) => !Object.keys(REPORTERS).includes(format))).toEqual([]);
  });

  test('the page about them names every format, with its file', () => {
    const page = readFileSync(join(packageRoot(), 'docs', 'in-your-pipeline.md'), 'utf8');
    for (const [name, { file }] of Object.entries(REPORTERS)) {
      expect(page).toContain(`\`${name}\``);
      if (file !== '-') expect(page).toContain(`\`${file}\``);
    }
    expect(existsSync(join(folder, 'github.yml'))).toBe(true);
  });
});
