import type { Command } from 'commander';
import type { CommandContext } from './program.ts';

export function addSpec(_program: Command, _context: CommandContext): void {}
