import { type CheckContext, type Exchange, isSuccess } from '../../src/check/index.ts';
import { ask, type Fields, oddly, plain, varied } from './questions.ts';

/** The trajectories that a run asks for, and what is in them. */

interface Asked {
  readonly parameters: readonly string[];
  readonly horizon: number;
  readonly points: number;
}

export interface Course {
  readonly parameters: readonly string[];
  readonly answer: Exchange;
}

/**
 * Trajectories that differ in everything: the horizon, the points, the order of the parameters; first the one whose
 * horizon is no whole number. The plain one where the target's bounds allow none of these.
 */
export async function askForCourses(tools: CheckContext): Promise<readonly Course[]> {
  const asked: Course[] = [];
  for (const ask of tools.sample([
    (own: CheckContext) => askForCourse(own, fractionOfADay(own)),
    askWithStart,
    askForLong,
  ]))
    asked.push(await ask(tools));
  const served = asked.filter(({ answer }) => isSuccess(answer));
  return served.length > 0
    ? served
    : [{ parameters: parametersOf(tools), answer: await plain(tools, 'inferTrajectory') }];
}

/** A horizon that is no whole number of days. */
export function fractionOfADay(tools: CheckContext): Asked {
  return { parameters: parametersOf(tools).toReversed(), horizon: 12.5, points: 24 };
}

export async function askForCourse(tools: CheckContext, asked: Asked): Promise<Course> {
  return { parameters: asked.parameters, answer: await ask(tools, 'inferTrajectory', fieldsFor(asked)) };
}

/** From a start of the suite's own; from the target's where it does not take that. */
async function askWithStart(tools: CheckContext): Promise<Course> {
  const asked = { parameters: parametersOf(tools), horizon: 30, points: 7 };
  const answer = await askOpenly(tools, { ...fieldsFor(asked), initial_conditions: startOf(tools) }, 'a start');
  if (isSuccess(answer)) return { parameters: asked.parameters, answer };
  const without = await askForCourse(tools, asked);
  if (isSuccess(without.answer)) await askWithKnownStart(tools);
  return without;
}

/** From what the operating point says, which the target is known to take: no bound can be to blame where that is refused. */
async function askWithKnownStart(tools: CheckContext): Promise<void> {
  const point = Object.entries(tools.samples.inference?.operatingPoint ?? {});
  const known = point.filter(([name, value]) => parametersOf(tools).includes(name) && typeof value === 'number');
  if (known.length > 0) await ask(tools, 'inferTrajectory', { initial_conditions: Object.fromEntries(known) });
}

/** Far ahead, in few points and from an odd start: the bounds of all three are not shown. */
async function askForLong(tools: CheckContext): Promise<Course> {
  const asked = { parameters: parametersOf(tools), horizon: 90, points: 2 };
  const fields = fieldsFor(asked);
  const odd = { ...fields, initial_conditions: oddly(startOf(tools)) };
  const answer = await askOpenly(tools, odd, 'a horizon, points and a start');
  if (isSuccess(answer)) return { parameters: asked.parameters, answer };
  return { parameters: asked.parameters, answer: await askOpenly(tools, fields, 'a horizon and points') };
}

function askOpenly(tools: CheckContext, fields: Fields, what: string): Promise<Exchange> {
  return tools.shared(`course with ${what}`, async () =>
    tools.send((await varied(tools, 'inferTrajectory', fields)).refusable(`${what} that the target may not take`)),
  );
}

function parametersOf({ samples }: CheckContext): readonly string[] {
  return samples.inference?.parameters ?? [];
}

/** A number for each parameter, the one of the operating point where that has it. */
export function startOf(tools: CheckContext): Fields {
  const point = tools.samples.inference?.operatingPoint ?? {};
  return Object.fromEntries(
    parametersOf(tools).map((name) => [name, typeof point[name] === 'number' ? point[name] : 1]),
  );
}

function fieldsFor({ parameters, horizon, points }: Asked): Fields {
  return { parameter_ids: parameters, time_horizon_days: horizon, n_points: points };
}
