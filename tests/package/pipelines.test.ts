import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { validateAction } from '@action-validator/core';
import { validate as validateDockerfile } from 'dockerfile-utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createReference } from '../../fixtures/reference/index.ts';
import { type Listening, listen } from '../../fixtures/reference/listen.ts';
import { type Packed, pack, type Ran } from '../../scripts/package/packed.ts';
import { packageRoot } from '../../src/package.ts';

let packed: Packed;
let sound: Listening;
let broken: Listening;
beforeAll(async () => {
  [packed, sound, broken] = await Promise.all([
    pack(),
    listen(createReference().fetch),
    listen((request) => Response.json({ asked: request.url })),
  ]);
});
afterAll(() => Promise.all([packed, sound, broken].map((one) => one.close())));

const text = (file: string): string => readFileSync(join(packageRoot(), file), 'utf8');

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: {
    readonly steps: readonly {
      readonly env?: Readonly<Record<string, string>>;
      readonly run?: string;
      readonly shell?: string;
    }[];
  };
}

describe('the GitHub action', () => {
  const action = parse(text('action.yml')) as Action;

  test('is valid, and the validator would tell', () => {
    expect(validateAction(text('action.yml')).errors).toEqual([]);
    expect(validateAction(text('action.yml').replace('using: composite', 'using: composit')).errors).not.toEqual([]);
  });

  test('hands every input to its script as a variable, and none as text of a script', () => {
    const { env = {}, run = '' } = action.runs.steps[0] ?? {};
    const handed = Object.values(env).map((value) => /inputs\.([\w-]+)/u.exec(value)?.[1]);
    expect([...handed].sort()).toEqual(
      Object.keys(action.inputs)
        .filter((name) => name !== 'artifact')
        .sort(),
    );
    expect(action.runs.steps.filter((step) => step.run?.includes('${{') === true)).toEqual([]);
    for (const name of Object.keys(env)) expect(text('templates/run.sh')).toContain(name);
    expect(run).toContain('templates/run.sh');
  });

  test('runs the package: outputs, summary and reports', async () => {
    const { ran, outputs, summary, cwd } = await act({
      'base-url': sound.url,
      depth: 'smoke',
      only: 'listPapers/limit*',
    });
    expect(ran.err).toContain('Testing');
    expect(outputs).toEqual(['exit-status=0', 'report=conform-report/report.json']);
    expect(summary).toMatch(/conform/iu);
    expect(existsSync(join(cwd, 'conform-report', 'report.json'))).toBe(true);
    expect(ran.status).toBe(0);
  });

  test('tells violations as annotations, and by the status of its last step', async () => {
    const { ran, outputs } = await act({ 'base-url': broken.url, depth: 'smoke', bail: 'true' });
    expect(ran.out).toMatch(/^::error /mu);
    expect(outputs[0]).toBe('exit-status=1');
    const verdict = action.runs.steps.at(-1)?.run ?? '';
    const last = await packed.run('bash', ['-e', '-c', verdict], { cwd: packageRoot(), env: { STATUS: '1' } });
    expect(last.status).toBe(1);
  });

  test('runs nothing that stands in an input', async () => {
    const { cwd, outputs } = await act({ 'base-url': '"; touch pwned; $(touch pwned) `touch pwned`' });
    expect(existsSync(join(cwd, 'pwned'))).toBe(false);
    expect(outputs[0]).toBe('exit-status=2');
  });

  test('hands on further flags as they are, and runs nothing in them', async () => {
    const args = '--max-time 10m --exclude chat --only $(touch${IFS}pwned)';
    const { ran, cwd } = await act({ 'base-url': sound.url, args });
    expect(ran.err).toContain('--only $(touch${IFS}pwned) matches no operation');
    expect(existsSync(join(cwd, 'pwned'))).toBe(false);
    expect(ran.status).toBe(0);
  });

  test('refuses a switch that is neither true nor false', async () => {
    const { ran } = await act({ 'base-url': sound.url, strict: 'yes' });
    expect(ran.err).toContain('--strict is true or false, and not yes');
    expect(ran.status).toBe(2);
  });

  /** The first step, as the runner would start it. */
  async function act(inputs: Readonly<Record<string, string>>) {
    const cwd = packed.folder('action');
    const [output, summary] = [join(cwd, 'output'), join(cwd, 'summary')];
    for (const file of [output, summary]) writeFileSync(file, '');
    const step = action.runs.steps[0];
    const env = Object.fromEntries(
      Object.entries(step?.env ?? {}).map(([name, value]) => [
        name,
        value.replace(/\$\{\{ inputs\.([\w-]+) \}\}/u, (_, input: string) =>
          String(inputs[input] ?? action.inputs[input]?.default ?? ''),
        ),
      ]),
    );
    const ran: Ran = await packed.run('bash', ['-e', '-o', 'pipefail', '-c', step?.run ?? ''], {
      cwd,
      env: {
        ...env,
        GITHUB_ACTIONS: 'true',
        GITHUB_ACTION_PATH: packageRoot(),
        GITHUB_OUTPUT: output,
        GITHUB_STEP_SUMMARY: summary,
      },
    });
    const outputs = readFileSync(output, 'utf8').trim().split('\n');
    return { ran, cwd, outputs, summary: readFileSync(summary, 'utf8') };
  }
});

describe('the GitLab component', () => {
  test('runs the package, and writes the JUnit report that it collects', async () => {
    const cwd = packed.folder('gitlab');
    const { job, inputs } = component({ 'base-url': sound.url, depth: 'smoke', only: 'listPapers/limit*' });
    const { status, err } = await packed.run('sh', ['-e', '-c', job.script.join('\n')], {
      cwd,
      env: { ...job.variables, GITLAB_CI: 'true' },
    });
    expect(err).toContain('Testing');
    expect(status).toBe(0);
    expect(existsSync(join(cwd, job.artifacts.reports.junit))).toBe(true);
    expect(Object.values(inputs).every(({ description }) => description !== '')).toBe(true);
  });

  test('runs nothing that stands in an input, and ends with the status of the run', async () => {
    const cwd = packed.folder('gitlab');
    const { job } = component({ only: '$(touch pwned)`touch pwned`', 'base-url': sound.url });
    const { status } = await packed.run('sh', ['-e', '-c', job.script.join('\n')], { cwd, env: job.variables });
    expect(existsSync(join(cwd, 'pwned'))).toBe(false);
    expect(status).toBe(2);
  });

  test('hands on further flags as they are', async () => {
    const cwd = packed.folder('gitlab');
    const { job } = component({ 'base-url': sound.url, args: '--fail-on should --only no*such' });
    const { err, status } = await packed.run('sh', ['-e', '-c', job.script.join('\n')], { cwd, env: job.variables });
    expect(err).toContain('--only no*such matches no operation');
    expect(status).toBe(2);
  });

  interface Job {
    readonly script: readonly string[];
    readonly variables: Readonly<Record<string, string>>;
    readonly artifacts: { readonly reports: { readonly junit: string } };
  }

  /** The job as GitLab makes it: inputs are put into the text. */
  function component(given: Readonly<Record<string, string>>) {
    const [head, body] = text('templates/conform.yml').split(/^---$/mu);
    const { inputs } = (parse(head ?? '') as { readonly spec: { readonly inputs: Inputs } }).spec;
    const filled = (body ?? '').replaceAll(/\$\[\[ inputs\.([\w-]+) \]\]/gu, (_, name: string) => {
      const input = inputs[name];
      if (input === undefined) throw new Error(`no input ${name}`);
      return given[name] ?? input.default;
    });
    return { inputs, job: (parse(filled) as Readonly<Record<string, Job>>)['conform'] as Job };
  }

  type Inputs = Readonly<Record<string, { readonly default: string; readonly description: string }>>;
});

describe('the image', () => {
  test('is described without a fault, and the validator would tell', () => {
    expect(validateDockerfile(text('Dockerfile'))).toEqual([]);
    expect(validateDockerfile('FRM node')).not.toEqual([]);
  });

  test('is not root', () => {
    const last =
      text('Dockerfile')
        .split(/^FROM /mu)
        .at(-1) ?? '';
    expect(last).toMatch(/^USER (?!root)\w+$/mu);
  });

  test('lets its user write reports where nothing is mounted', () => {
    const lines = text('Dockerfile').split('\n');
    const owned = lines.findIndex((line) => /^RUN install --directory --owner node \/work$/u.test(line));
    expect(owned).toBeGreaterThan(-1);
    expect(lines.indexOf('WORKDIR /work')).toBeGreaterThan(owned);
  });
});

test('the development container has a Node that the package takes, and what its tests want', () => {
  const { image, postCreateCommand } = JSON.parse(text('.devcontainer/devcontainer.json')) as Readonly<
    Record<string, string>
  >;
  expect(image).toBe('node:22-bookworm');
  expect(postCreateCommand?.split(' && ').at(-1)).toBe('npm ci');
});

test('versions in the pipelines are that of the package', () => {
  for (const file of ['action.yml', 'templates/conform.yml'])
    expect(text(file)).toContain(`default: ${packed.manifest.version}\n`);
});
