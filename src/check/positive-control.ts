import type { Exchange } from '../http/exchange.ts';
import type { Tools } from './check.ts';

/** The key under which the control of an operation is shared within a run. */
export function controlKey(operation: string): string {
  return `control ${operation}`;
}

/** The one valid request of an operation that stands beside everything else that it is asked: sent once per run. */
export function controlOf(tools: Tools, operation: string): Promise<Exchange> {
  return tools.shared(controlKey(operation), async () => tools.send(await tools.valid(operation)));
}
