import type { Command } from 'commander';
import { loadProfile } from '../config/profile.ts';
import { toYaml } from '../config/yaml.ts';
import { resolve } from '../contract/resolve.ts';
import { OPTIONS } from './options.ts';
import type { CommandContext } from './program.ts';

/** `conform spec`: the contract document under a reading, for any tool that takes OpenAPI. */
export function addSpec(program: Command, { io, contract }: CommandContext): void {
  program
    .command('spec')
    .description('print the contract document as a profile reads it')
    .addOption(OPTIONS.profile())
    .addOption(OPTIONS.branch())
    .action(async ({ profile = 'any', branch }: { readonly profile?: string; readonly branch?: readonly string[] }) => {
      const { document } = (await contract()).loaded;
      const { branches } = loadProfile(profile, { document, folder: io.cwd }, branch);
      io.stdout.write(toYaml(resolve(document, branches)));
    });
}
