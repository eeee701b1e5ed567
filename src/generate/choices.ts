import * as fc from 'fast-check';

/** One thing to choose: a value of a list, the simplest first, or nothing if it is optional. */
export interface Slot<T> {
  readonly optional: boolean;
  readonly values: readonly T[];
}

/** Per slot the index of its value, or `ABSENT`. */
export type Choice = readonly number[];

export const ABSENT = -1;

/**
 * Draws a choice for each slot, the first and last value more often than those between. Shrinking leaves out optional values,
 * then makes each remaining value as small as it can be while the choice still fails. A dozen slots of hundreds of values
 * take a few dozen tries. A tuple of arbitraries would start over after each success.
 */
export function choices(slots: readonly Slot<unknown>[]): fc.Arbitrary<Choice> {
  return new ChoiceArbitrary(slots);
}

export function countOf(slots: readonly Slot<unknown>[]): number {
  return slots.reduce((product, { optional, values }) => product * (values.length + (optional ? 1 : 0)), 1);
}

/** How far shrinking got: the step, and the greatest smaller index that does not fail. */
interface Progress {
  readonly step: number;
  readonly floor: number;
}

class ChoiceArbitrary extends fc.Arbitrary<Choice> {
  readonly #slots: readonly Slot<unknown>[];

  constructor(slots: readonly Slot<unknown>[]) {
    super();
    this.#slots = slots;
  }

  override generate(random: fc.Random): fc.Value<Choice> {
    return new fc.Value(
      this.#slots.map((slot) => draw(slot, random)),
      undefined,
    );
  }

  override canShrinkWithoutContext(_value: unknown): _value is Choice {
    return false;
  }

  override shrink(choice: Choice, context: unknown): fc.Stream<fc.Value<Choice>> {
    return fc.stream(shrunk(choice, this.#slots, (context as Progress | undefined) ?? { step: 0, floor: ABSENT }));
  }
}

function draw({ optional, values }: Slot<unknown>, random: fc.Random): number {
  const last = values.length - 1;
  // Some schemas have a value that nothing can make up.
  if (last < 0 || (optional && random.nextInt(0, 1) === 0)) return ABSENT;
  if (random.nextInt(0, 3) > 0) return random.nextInt(0, last);
  return random.nextInt(0, 1) === 0 ? 0 : last;
}

/** The passes over the slots. The first kind is repeated, because a smaller value may make another one unnecessary. */
const PASSES = ['empty', 'reduce', 'empty'] as const;

/** Smaller choices, slot by slot in each pass. It continues at `from`, so that no choice is tried again. */
function* shrunk(choice: Choice, slots: readonly Slot<unknown>[], from: Progress): IterableIterator<fc.Value<Choice>> {
  for (let step = from.step; step < slots.length * PASSES.length; step += 1) {
    const index = step % slots.length;
    const current = choice[index] ?? ABSENT;
    const put = (value: number, progress: Progress) => new fc.Value(choice.with(index, value), progress);
    if (PASSES[Math.floor(step / slots.length)] === 'reduce') {
      const floor = step === from.step ? from.floor : ABSENT;
      for (const [value, below] of towards(current, floor)) yield put(value, { step, floor: below });
    } else if (slots[index]?.optional === true && current !== ABSENT)
      yield put(ABSENT, { step: step + 1, floor: ABSENT });
  }
}

/** The least index above the floor, then each time halfway from there to the current one. `below` is the one tried before. */
function* towards(current: number, floor: number): IterableIterator<readonly [value: number, below: number]> {
  let below = floor;
  for (let gap = current - floor - 1; gap > 0; gap = Math.floor(gap / 2)) {
    yield [current - gap, below];
    below = current - gap;
  }
}
