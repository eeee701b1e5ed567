import type { Command } from 'commander';
import type { CommandContext } from './program.ts';

export function addList(_program: Command, _context: CommandContext): void {}
