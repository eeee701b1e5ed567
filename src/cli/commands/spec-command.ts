import type { Command } from 'commander';
import type { ReadingFlags } from '../../config/target.ts';
import { toYaml } from '../../config/yaml.ts';
import { resolve } from '../../contract/resolve.ts';
import { type CommandContext, readingOf } from '../context.ts';
import { addFlags, READING } from '../options.ts';

/** `conform spec`: prints the contract document under a reading, for any OpenAPI tool. */
export function addSpec(program: Command, { io, contract }: CommandContext): void {
  const command = program.command('spec').description('print the contract document as a profile reads it');
  addFlags(command, READING).action(async (flags: ReadingFlags) => {
    const { loaded } = await contract();
    io.stdout.write(toYaml(resolve(loaded.document, readingOf(flags, loaded, io).branches)));
  });
}
