import { type Exchange, isSuccess, type Tools } from '../../src/check/index.ts';
import { ask, type Fields, plain, varied } from './questions.ts';

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
 * Trajectories that differ in everything: the horizon, the points, the order of the parameters. Where requests are few,
 * the one of them whose horizon is no whole number. The plain one where the target's bounds allow none of these.
 */
export async function askForCourses(tools: Tools): Promise<readonly Course[]> {
  const fractional = await askForCourse(tools, fractionOfADay(tools));
  const asked = tools.thrifty ? [fractional] : [await askWithStart(tools), fractional, await askForLong(tools)];
  const served = asked.filter(({ answer }) => isSuccess(answer));
  return served.length > 0
    ? served
    : [{ parameters: parametersOf(tools), answer: await plain(tools, 'inferTrajectory') }];
}

/** A horizon that is no whole number of days. */
export function fractionOfADay(tools: Tools): Asked {
  return { parameters: parametersOf(tools).toReversed(), horizon: 12.5, points: 24 };
}

export async function askForCourse(tools: Tools, asked: Asked): Promise<Course> {
  return { parameters: asked.parameters, answer: await ask(tools, 'inferTrajectory', fieldsFor(asked)) };
}

/** From a start of the suite's own; from the target's where it does not take that. */
async function askWithStart(tools: Tools): Promise<Course> {
  const asked = { parameters: parametersOf(tools), horizon: 30, points: 7 };
  const answer = await askOpenly(tools, { ...fieldsFor(asked), initial_conditions: startOf(tools) }, 'a start');
  return isSuccess(answer) ? { parameters: asked.parameters, answer } : askForCourse(tools, asked);
}

/** Far ahead and in few points: the bounds of both are not shown. */
async function askForLong(tools: Tools): Promise<Course> {
  const asked = { parameters: parametersOf(tools), horizon: 90, points: 2 };
  return { parameters: asked.parameters, answer: await askOpenly(tools, fieldsFor(asked), 'a horizon and points') };
}

function askOpenly(tools: Tools, fields: Fields, what: string): Promise<Exchange> {
  return tools.shared(`course with ${what}`, async () =>
    tools.send((await varied(tools, 'inferTrajectory', fields)).open(`${what} that the target may not take`)),
  );
}

function parametersOf({ samples }: Tools): readonly string[] {
  return samples.inference?.parameters ?? [];
}

/** A number for each parameter, the one of the operating point where that has it. */
export function startOf(tools: Tools): Fields {
  const point = tools.samples.inference?.operatingPoint ?? {};
  return Object.fromEntries(
    parametersOf(tools).map((name) => [name, typeof point[name] === 'number' ? point[name] : 1]),
  );
}

function fieldsFor({ parameters, horizon, points }: Asked): Fields {
  return { parameter_ids: parameters, time_horizon_days: horizon, n_points: points };
}
