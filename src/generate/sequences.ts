import * as fc from 'fast-check';
import { defined } from '../defined.ts';
import { search } from './search.ts';

/** A kind of action. Actions run in any order. */
export interface Action<Model extends object, Step> {
  readonly name: string;
  /** Can it run in this state? */
  readonly when: (model: Readonly<Model>) => boolean;
  /** Runs it, updates the model and returns the result. `pick` chooses among several things. */
  readonly run: (model: Model, pick: number) => Promise<Step>;
}

export interface SequencesOptions<Model extends object, Step> {
  readonly actions: readonly Action<Model, Step>[];
  readonly start: () => Model;
  /** Called after each sequence, even an interrupted one. */
  readonly end: (model: Model) => Promise<void>;
  readonly holds: (step: Step) => boolean;
  readonly runs: number;
  /** The most steps of a sequence. */
  readonly length: number;
  readonly seed: number;
  /** Reproduces a sequence that was found before. */
  readonly path?: string | undefined;
}

export interface SequencesResult<Step> {
  /** The steps of every sequence that held, and of the smallest one that did not. */
  readonly steps: readonly Step[];
  /** The last step of the one that did not hold. */
  readonly broken?: Step;
  readonly path?: string;
}

/** The most sequences that shrinking tries: each is some work for the target. */
const TRIES = 60;

/** Runs actions in random order against a model, and shrinks the first sequence in which a step does not hold. */
export async function runSequences<Model extends object, Step>(
  options: SequencesOptions<Model, Step>,
): Promise<SequencesResult<Step>> {
  const [path, replayPath] = options.path?.split(SEPARATOR) ?? [];
  const held: Step[] = [];
  /** The sequence that failed last. Shrinking goes on from a failure, so in the end it is the smallest one. */
  let failing: readonly Step[] = [];
  const arbitrary = fc.commands<Model, Step[], false>(
    options.actions.map((action) => fc.nat(MAX_PICK).map((pick) => new ActionCommand(action, pick, options.holds))),
    { maxCommands: options.length, size: 'max', ...(replayPath === undefined ? {} : { replayPath }) },
  );
  const result = await search(
    arbitrary,
    async (commands) => {
      const steps = await playSequence(commands, options);
      const holds = steps.every(options.holds);
      if (holds) held.push(...steps);
      else failing = steps;
      return holds;
    },
    { seed: options.seed, runs: options.runs, path, tries: TRIES },
  );
  const broken = failing.at(-1);
  const replay = result.path && [result.path, replayPathIn(result.counterexample)].join(SEPARATOR);
  return { steps: [...held, ...failing], ...defined({ broken, path: replay }) };
}

/** Separates the path of a sequence from the record of the commands that ran. Reproducing a sequence needs both. */
const SEPARATOR = '@';

/** Greater than the number of things to choose from. */
const MAX_PICK = 99;

async function playSequence<Model extends object, Step>(
  commands: Iterable<fc.AsyncCommand<Model, Step[]>>,
  { start, end }: SequencesOptions<Model, Step>,
): Promise<readonly Step[]> {
  const steps: Step[] = [];
  const model = start();
  try {
    await fc.asyncModelRun(() => ({ model, real: steps }), commands);
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
  } finally {
    await end(model);
  }
  return steps;
}

/** Thrown after a step that does not hold: later steps would show nothing more. */
class Stop extends Error {}

class ActionCommand<Model extends object, Step> implements fc.AsyncCommand<Model, Step[]> {
  readonly #action: Action<Model, Step>;
  readonly #pick: number;
  readonly #holds: (step: Step) => boolean;

  constructor(action: Action<Model, Step>, pick: number, holds: (step: Step) => boolean) {
    this.#action = action;
    this.#pick = pick;
    this.#holds = holds;
  }

  check(model: Readonly<Model>): boolean {
    return this.#action.when(model);
  }

  async run(model: Model, steps: Step[]): Promise<void> {
    const step = await this.#action.run(model, this.#pick);
    steps.push(step);
    if (!this.#holds(step)) throw new Stop();
  }

  toString(): string {
    return this.#action.name;
  }
}

/** fast-check gives the replay path only in the text of a sequence. */
function replayPathIn(commands: unknown): string {
  return /replayPath="(?<hint>[^"]*)"/u.exec(String(commands))?.groups?.['hint'] ?? '';
}
