import {
  accepted,
  type Assertion,
  check,
  enough,
  every,
  type Exchange,
  holds,
  isSuccess,
  joinPointer,
  readable,
  refused,
  type Tools,
} from '../../src/check/index.ts';
import {
  askForCourse,
  askForCourses,
  type Course,
  entryOf,
  fractionOfADay,
  numbersIn,
  seriesOf,
  startOf,
} from './courses.ts';
import { type Fields, plain, varied } from './questions.ts';

const ARRAYS = ['time', 'mean', 'lower_95', 'upper_95'] as const;

type Courses = { readonly courses: readonly Course[] };

const act = async (tools: Tools): Promise<Courses> => ({ courses: await askForCourses(tools) });

const given = ({ courses }: Courses): readonly Assertion[] => [
  enough(
    (courses[0]?.parameters.length ?? 0) > 0,
    'samples.inference names no parameter',
    'give samples.inference.parameters in the target file',
  ),
  ...courses.slice(0, 1).map(({ answer }) => accepted(answer)),
];

function answered({ courses }: Courses): readonly Course[] {
  return courses.filter(({ answer }) => isSuccess(answer));
}

/** Every requested parameter has an entry in a map of the answer. */
function entryPerParameter(clause: string, map: string) {
  return check({
    clause: `inferTrajectory/${clause}`,
    act,
    given,
    judge: (evidence) => [
      every(
        answered(evidence).flatMap(({ answer, parameters }) => parameters.map((parameter) => ({ answer, parameter }))),
        'requested parameter',
        ({ answer, parameter }) =>
          holds(entryOf(answer, map, parameter) !== undefined, answer, {
            expected: `an entry for ${parameter} in ${map}`,
            actual: 'none',
            at: `/${map}`,
          }),
      ),
    ],
  });
}

export const everyParameterHasATrajectory = entryPerParameter('entry-per-parameter', 'trajectories');
export const everyParameterHasASteadyState = entryPerParameter('steady-state-per-parameter', 'time_to_steady_state');
export const everyParameterHasAnOnset = entryPerParameter('onset-per-parameter', 'degradation_onset');
export const everyParameterHasPhases = entryPerParameter('phases-per-parameter', 'phase_boundaries');

interface Series {
  readonly course: Course;
  readonly answer: Exchange;
  readonly fields: Fields;
  /** Pointer to the series. */
  readonly place: string;
}

function seriesIn(evidence: Courses): readonly Series[] {
  const asked = answered(evidence).flatMap((course) => course.parameters.map((parameter) => ({ course, parameter })));
  return readable(asked, ({ course, parameter }) => {
    const fields = seriesOf(course, parameter);
    return fields === undefined
      ? []
      : [{ course, answer: course.answer, fields, place: joinPointer('/trajectories', parameter) }];
  }).flat();
}

/** A question to every series of every answer. */
function aboutSeries(clause: string, question: (series: Series) => Assertion) {
  return check({
    clause: `inferTrajectory/${clause}`,
    act,
    given,
    judge: (evidence) => [every(seriesIn(evidence), 'trajectory of a requested parameter', question)],
  });
}

export const arraysOfEqualLength = aboutSeries('arrays-of-equal-length', ({ answer, fields, place }) => {
  const lengths = ARRAYS.map((name) => numbersIn(fields[name]).length);
  return holds(new Set(lengths).size === 1, answer, {
    expected: `${ARRAYS.join(', ')} equally long`,
    actual: lengths,
    at: place,
  });
});

export const timeIncreases = aboutSeries('time-increases', ({ answer, fields, place }) => {
  const times = numbersIn(fields['time']);
  const back = times.findIndex((time, index) => index > 0 && time <= (times[index - 1] ?? time));
  return holds(back < 0, answer, { expected: 'times that increase', actual: times, at: `${place}/time/${back}` });
});

// Of the last digits of a floating-point sum.
const PRECISION = 1e-9;

export const timeWithinHorizon = aboutSeries(
  'time-within-horizon',
  ({ course: { horizon }, answer, fields, place }) => {
    const times = numbersIn(fields['time']);
    const outside = times.findIndex((time) => time < 0 || time > horizon * (1 + PRECISION));
    return holds(outside < 0, answer, {
      expected: `times from 0 to ${horizon}`,
      actual: times[outside],
      at: `${place}/time/${outside}`,
    });
  },
);

const slack = (value: number): number => Math.abs(value) * PRECISION + Number.EPSILON;

export const meanWithinBand = aboutSeries('mean-within-band', ({ answer, fields, place }) => {
  const lower = numbersIn(fields['lower_95']);
  const upper = numbersIn(fields['upper_95']);
  const mean = numbersIn(fields['mean']);
  const outside = mean.findIndex(
    (value, index) => value < (lower[index] ?? value) - slack(value) || value > (upper[index] ?? value) + slack(value),
  );
  return holds(outside < 0, answer, {
    expected: 'lower_95 <= mean <= upper_95',
    actual: [lower[outside], mean[outside], upper[outside]],
    at: `${place}/mean/${outside}`,
  });
});

export const nPointsAreGiven = aboutSeries('n-points-are-given', ({ course: { points }, answer, fields, place }) => {
  const { length } = numbersIn(fields['time']);
  return holds(length === points, answer, { expected: `${points} points`, actual: length, at: `${place}/time` });
});

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
  given: ({ whole }) => [accepted(whole)],
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
