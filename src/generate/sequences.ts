import * as fc from 'fast-check';
import { search } from './search.ts';

/** One kind of thing that may be done, in whatever order. */
export interface Action<Model extends object, Step> {
  readonly name: string;
  /** Can it be done in this state? */
  readonly when: (model: Readonly<Model>) => boolean;
  /** Does it, brings the model up to date and tells what came of it. `pick` chooses among several things. */
  readonly run: (model: Model, pick: number) => Promise<Step>;
}

export interface SequencesOptions<Model extends object, Step> {
  readonly actions: readonly Action<Model, Step>[];
  readonly start: () => Model;
  /** After each sequence, whether it came to its end or not. */
  readonly end: (model: Model) => Promise<void>;
  readonly holds: (step: Step) => boolean;
  readonly runs: number;
  /** A sequence has at most so many steps. */
  readonly length: number;
  readonly seed: number;
  /** Repeats a sequence that was found before. */
  readonly path?: string | undefined;
}

export interface SequencesResult<Step> {
  /** The steps of every sequence that held, and of the smallest one that did not. */
  readonly steps: readonly Step[];
  /** The last step of that one. */
  readonly broken?: Step;
  readonly path?: string;
}

/** At most so many sequences are tried on the way to a small one: each is some work for the target. */
const TRIES = 60;

/** Does things in any order against a model, and makes the first sequence small in which a step does not hold. */
export async function runSequences<Model extends object, Step>(
  options: SequencesOptions<Model, Step>,
): Promise<SequencesResult<Step>> {
  const [path, replayPath] = options.path?.split(SEPARATOR) ?? [];
  const held: Step[] = [];
  const seen: { failing?: readonly Step[] } = {};
  const arbitrary = fc.commands<Model, Step[], false>(
    options.actions.map((action) => fc.nat(MANY).map((pick) => new Doing(action, pick, options.holds))),
    { maxCommands: options.length, size: 'max', ...(replayPath === undefined ? {} : { replayPath }) },
  );
  const result = await search(
    arbitrary,
    async (commands) => {
      const steps = await play(commands, options);
      const holds = steps.every(options.holds);
      if (holds) held.push(...steps);
      else seen.failing = steps;
      return holds;
    },
    { seed: options.seed, runs: options.runs, path, tries: TRIES },
  );
  const { failing = [] } = seen;
  const broken = failing.at(-1);
  return {
    steps: [...held, ...failing],
    ...(broken === undefined ? {} : { broken }),
    ...(result.path === undefined ? {} : { path: [result.path, hintIn(result.counterexample)].join(SEPARATOR) }),
  };
}

/** Between the path to a sequence and the record of which of its commands were run: a path leads nowhere without it. */
const SEPARATOR = '@';

/** More than there ever are of one thing to choose from. */
const MANY = 99;

async function play<Model extends object, Step>(
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

/** A step does not hold: what comes after it would tell nothing more. */
class Stop extends Error {}

class Doing<Model extends object, Step> implements fc.AsyncCommand<Model, Step[]> {
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

/** fast-check tells it in the text of a sequence, and nowhere else. */
function hintIn(commands: unknown): string {
  return /replayPath="(?<hint>[^"]*)"/u.exec(String(commands))?.groups?.['hint'] ?? '';
}
