import {
  atPointer,
  type CheckContext,
  controlOf,
  type Exchange,
  isObject,
  isSuccess,
  objectsAt,
  type RequestBuilder,
  sentBody,
  sentOnce,
  textAt,
} from '../../src/check/index.ts';

/**
 * The questions that are put to the GP-SCM service. Each costs it real computing, so each is put once per run, and
 * every clause that its answer can show reads the same answer.
 */

export const INFERENCES = ['inferSensitivity', 'inferInversion', 'inferTrajectory'] as const;

export type Inference = (typeof INFERENCES)[number];

export type Fields = Readonly<Record<string, unknown>>;

/** The valid request with some fields of its body changed; undefined takes one out. */
export async function varied(tools: CheckContext, operation: Inference, change: Fields): Promise<RequestBuilder> {
  const base = await tools.valid(operation);
  return base.json({ ...fieldsOf(base), ...change });
}

/** The fields of a request's JSON body. */
export function fieldsOf(request: RequestBuilder): Fields {
  const body: unknown = JSON.parse(request.draft.body ?? '{}');
  return isObject(body) ? body : {};
}

/** The same question is put once; the request that opens the way for the derived checks is the plain one. */
export function plain(tools: CheckContext, operation: Inference): Promise<Exchange> {
  return controlOf(tools, operation);
}

/** The members whose bounds the contract does not show, so that a target may refuse a value that the suite chooses. */
const UNBOUNDED = ['top_n', 'n_points', 'n_starts', 'time_horizon_days'] as const;

/** The valid request with a change, put once; a refusal is no breach where a member without known bounds is changed. */
export function ask(tools: CheckContext, operation: Inference, change: Fields): Promise<Exchange> {
  return tools.shared(`ask ${operation} ${JSON.stringify(change)}`, async () => {
    const request = await varied(tools, operation, change);
    const chosen = UNBOUNDED.filter((member) => change[member] !== undefined);
    if (chosen.length > 0) return tools.send(request.refusable(`a choice of ${chosen.join(' and ')}`));
    if (request.draft.body === (await tools.valid(operation)).draft.body) return plain(tools, operation);
    return sentOnce(tools, request);
  });
}

const INVENTED_TOPOLOGY = 'single-chamber';

/** Asks for a topology: for one of our own where it is accepted, else for the one that the target itself named. */
export async function askForTopology(
  tools: CheckContext,
  operation: Inference,
): Promise<{ readonly topology: string; readonly answer: Exchange }> {
  const beside = operation === 'inferInversion' ? await askForConfigurations(tools) : undefined;
  if (beside !== undefined && isSuccess(beside) && asksFor(beside, INVENTED_TOPOLOGY))
    return { topology: INVENTED_TOPOLOGY, answer: beside };
  const invented = await tools.shared(`topology ${operation}`, async () =>
    tools.send(
      (await varied(tools, operation, { topology: INVENTED_TOPOLOGY })).refusable(
        'a topology that the target may not know',
      ),
    ),
  );
  if (isSuccess(invented)) return { topology: INVENTED_TOPOLOGY, answer: invented };
  const own = textAt(await plain(tools, operation), '/topology');
  return own === undefined
    ? { topology: INVENTED_TOPOLOGY, answer: invented }
    : { topology: own, answer: await ask(tools, operation, { topology: own }) };
}

function asksFor(exchange: Exchange, topology: string): boolean {
  return atPointer(sentBody(exchange), '/topology') === topology;
}

/** The entries of a sensitivity answer's ranking. */
export function rankingOf(answer: Exchange): readonly Fields[] {
  return objectsAt(answer, '/ranked');
}

/** Numbers of which services go wrong: nothing, less than nothing, and more than what can be computed with. */
const ODD = [0, -1, 1e30];

/** The numbers replaced by odd ones, by turns. */
export function oddly(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value], index) => [
      name,
      typeof value === 'number' ? ODD[index % ODD.length] : value,
    ]),
  );
}

/** A fixed value for some inputs: the user's own, else the first number of the operating point. */
export function fixedInputs({ samples }: CheckContext): Fields {
  const inputs = samples.inference?.inputs ?? {};
  if (Object.keys(inputs).length > 0) return inputs;
  const first = Object.entries(samples.inference?.operatingPoint ?? {}).find(([, value]) => typeof value === 'number');
  return first === undefined ? {} : { [first[0]]: first[1] };
}

// Enough for an order to show, few enough for a backing service that computes in earnest.
const STARTS = 6;

/** What a target may not take, all at once. */
const BESIDE = { n_starts: STARTS, topology: INVENTED_TOPOLOGY };

/**
 * An inversion with several restarts where the target takes them, with fixed inputs where there are any, and for a topology
 * where it knows that one.
 */
export async function askForConfigurations(tools: CheckContext): Promise<Exchange> {
  const fixed = fixedInputs(tools);
  const fields = Object.keys(fixed).length === 0 ? {} : { fixed_inputs: fixed };
  // Where nothing is answered at all, there is nothing to tell apart.
  const isAnswered = isSuccess(await plain(tools, 'inferInversion'));
  const beside = isAnswered ? await ask(tools, 'inferInversion', { ...fields, ...BESIDE }) : undefined;
  if (beside !== undefined && isSuccess(beside)) return beside;
  const many = await ask(tools, 'inferInversion', { n_starts: STARTS, ...fields });
  return isSuccess(many) ? many : ask(tools, 'inferInversion', fields);
}

const OUT_OF_REACH = 1_000_000;
const BEYOND_ALL = 1e30;

/** More than a configuration is likely to achieve, so that the scores differ; with odd inputs. A target may refuse it. */
export function askForMuch(tools: CheckContext): Promise<Exchange> {
  const outcome = tools.samples.inference?.outcome ?? '';
  const wanted = (least: number, most: number) => ({
    desired_outcomes: { [outcome]: [least, most] },
    n_starts: STARTS,
  });
  return tools.shared('much', async () => {
    const odd = await askForReach(tools, {
      ...wanted(OUT_OF_REACH, BEYOND_ALL),
      fixed_inputs: oddly(fixedInputs(tools)),
    });
    const single = await askForReach(tools, wanted(OUT_OF_REACH, OUT_OF_REACH));
    return isSuccess(odd) ? odd : single;
  });
}

async function askForReach(tools: CheckContext, change: Fields): Promise<Exchange> {
  return tools.send((await varied(tools, 'inferInversion', change)).refusable('an outcome that may be out of reach'));
}

export type Bound = number | null;

const within = ({ samples }: CheckContext, range: readonly [Bound, Bound]): Fields => ({
  desired_outcomes: { [samples.inference?.outcome ?? '']: range },
});

/** An inversion for the sample's outcome within a range. */
export async function askForRange(tools: CheckContext, range: readonly [Bound, Bound]): Promise<Exchange> {
  return ask(tools, 'inferInversion', within(tools, range));
}

/** The same for a range that may be out of reach, so that a target may refuse it. */
export async function tryRange(tools: CheckContext, range: readonly [Bound, Bound]): Promise<Exchange> {
  return askForReach(tools, within(tools, range));
}
