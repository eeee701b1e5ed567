import type { Command } from 'commander';
import { UsageError } from '../errors.ts';

/**
 * Refuses options and arguments with nothing in them: in a script they come from a variable that is not set, and what
 * they were meant to narrow down would silently become everything.
 */
export function refuseEmptyValues(command: Command): void {
  for (const option of command.options) {
    const name = option.attributeName();
    if (command.getOptionValueSource(name) === 'cli' && isEmpty(command.getOptionValue(name)))
      throw new UsageError(
        `${option.long ?? option.flags}: the value is empty; give one, or leave the option out. Is a variable not set?`,
      );
  }
  // Completion asks what may stand where nothing stands yet.
  if (command.name() !== 'complete' && command.args.some((text) => text.trim() === ''))
    throw new UsageError(`${command.name()}: an argument is empty. Is a variable not set?`);
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return Array.isArray(value) && (value.length === 0 || value.some(isEmpty));
}
