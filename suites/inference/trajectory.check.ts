import { isDeepStrictEqual } from 'node:util';
import {
  type Assertion,
  accepted,
  applicable,
  at,
  atPointer,
  type CheckContext,
  check,
  type Exchange,
  enough,
  holds,
  isSuccess,
  joinPointer,
  numberAt,
  refused,
  sentBody,
} from '../../src/check/index.ts';
import { askForCourse, askForCourses, type Course, fractionOfADay, startOf } from './courses.ts';
import { plain, varied } from './questions.ts';

type Courses = { readonly courses: readonly Course[] };

const act = async (tools: CheckContext): Promise<Courses> => ({ courses: await askForCourses(tools) });

const given = ({ courses }: Courses): readonly Assertion[] => [
  enough(
    (courses[0]?.parameters.length ?? 0) > 0,
    'samples.inference names no parameter',
    'give samples.inference.parameters in the target file',
  ),
  ...courses.slice(0, 1).map(({ answer }) => accepted(answer)),
];

/** What the document declares of every trajectory, shown by several that differ in everything. */
function onCourses(slug: string) {
  return check({ clause: `inferTrajectory/${slug}`, act, given });
}

export const everyParameterHasATrajectory = onCourses('entry-per-parameter');
export const everyParameterHasASteadyState = onCourses('steady-state-per-parameter');
export const everyParameterHasAnOnset = onCourses('onset-per-parameter');
export const everyParameterHasPhases = onCourses('phases-per-parameter');
export const arraysOfEqualLength = onCourses('arrays-of-equal-length');
export const timeIncreases = onCourses('time-increases');
export const timeWithinHorizon = onCourses('time-within-horizon');
export const meanWithinBand = onCourses('mean-within-band');
export const nPointsAreGiven = onCourses('n-points-are-given');

/** Wherever the courses begin, those from another start do not all begin alike. */
export const initialConditionsMatter = check({
  clause: 'inferTrajectory/initial-conditions-matter',
  act,
  given: (all) => [
    ...given(all),
    applicable(startsApart(all).length > 1, 'no two courses from starts of the suite begin at the same time'),
  ],
  judge(all) {
    const [first, other] = startsApart(all);
    if (first === undefined || other === undefined) return [];
    return [
      holds(!isDeepStrictEqual(beginningsOf(first, 'mean'), beginningsOf(other, 'mean')), other.answer, {
        expected: 'other means at the beginning than from other initial conditions',
        actual: JSON.stringify(beginningsOf(other, 'mean')),
        at: '/trajectories',
      }),
    ];
  },
});

/** The courses from different starts that begin at the same times as the first of them. */
function startsApart({ courses }: Courses): readonly Course[] {
  const started = courses.filter(({ answer }) => isSuccess(answer) && startIn(answer) !== undefined);
  const [first] = started;
  return started.filter(
    (one) =>
      first === one ||
      (first !== undefined &&
        !isDeepStrictEqual(startIn(one.answer), startIn(first.answer)) &&
        isDeepStrictEqual(beginningsOf(one, 'time'), beginningsOf(first, 'time'))),
  );
}

function startIn(exchange: Exchange): unknown {
  return atPointer(sentBody(exchange), '/initial_conditions');
}

function beginningsOf({ parameters, answer }: Course, series: 'time' | 'mean'): readonly unknown[] {
  return parameters.map((name) => numberAt(answer, joinPointer('/trajectories', name, series, 0)));
}

/** However the days are divided, far ahead is another day than near. */
export const horizonMatters = check({
  clause: 'inferTrajectory/horizon-matters',
  act,
  given: (all) => [...given(all), applicable(all.courses.length > 1, 'only one horizon was accepted')],
  judge({ courses }) {
    const [near, far] = [courses[0], courses.at(-1)];
    if (near === undefined || far === undefined) return [];
    const [ends, others] = [near, far].map((course) => endsOf(course));
    return [
      holds(!isDeepStrictEqual(new Set(ends), new Set(others)), far.answer, {
        expected: `trajectories that end elsewhere than those of ${horizonIn(near.answer)} days`,
        actual: `they end at ${others?.join(', ')} as well`,
        at: '/trajectories',
      }),
    ];
  },
});

function endsOf({ parameters, answer }: Course): readonly unknown[] {
  return parameters.map((name) => {
    const times = at(answer, joinPointer('/trajectories', name, 'time'));
    return Array.isArray(times) ? (times.at(-1) as unknown) : undefined;
  });
}

function horizonIn(exchange: Exchange): unknown {
  return atPointer(sentBody(exchange), '/time_horizon_days');
}

/** A whole number of days is asked for only where the fraction was not accepted, to see what is to blame. */
export const fractionOfADayAccepted = check({
  clause: 'inferTrajectory/fraction-of-a-day-accepted',
  async act(tools) {
    const asked = fractionOfADay(tools);
    const { answer } = await askForCourse(tools, asked);
    if (isSuccess(answer)) return { answer, whole: answer };
    const whole = await askForCourse(tools, { ...asked, horizon: Math.floor(asked.horizon) });
    return { answer, whole: whole.answer };
  },
  given: ({ whole }) => [
    applicable(isSuccess(whole), 'the target has bounds of its own for time_horizon_days or n_points'),
  ],
  judge: ({ answer }) => [accepted(answer)],
});

export const initialConditionsAreNumbers = check({
  clause: 'inferTrajectory/initial-conditions-are-numbers',
  async act(tools) {
    const texts = Object.fromEntries(Object.entries(startOf(tools)).map(([name, value]) => [name, String(value)]));
    const request = await varied(tools, 'inferTrajectory', { initial_conditions: texts });
    return {
      control: await plain(tools, 'inferTrajectory'),
      answer: await tools.send(request.invalid('invalid-body', 'initial conditions that are texts')),
    };
  },
  given: ({ control }) => [accepted(control)],
  judge: ({ answer }) => [refused(answer)],
});
