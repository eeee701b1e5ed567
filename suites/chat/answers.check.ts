import {
  type Assertion,
  accepted,
  applicable,
  type CheckContext,
  check,
  type Exchange,
  every,
  headerOf,
  holds,
  isSuccess,
  operationOf,
} from '../../src/check/index.ts';
import { emojiIn, hasSymbol, lostSymbolIn } from './characters.ts';
import { isEventStream, readEvents, textOfEvents } from './events.ts';
import {
  type Answers,
  anAnswer,
  anAnswerInWords,
  askDesign,
  askWithHistory,
  bothAnswers,
  mediaOf,
  rawTextOf,
  told,
} from './questions.ts';

/** The answers as such: how they are sent, and what the server does to their text. */

export const historyAccepted = check({
  clause: 'chat/history-accepted',
  once: true,
  async act(tools) {
    const design = await askDesign(tools);
    return { answer: isSuccess(design) ? design : await askWithHistory(tools) };
  },
  judge: ({ answer }) => [accepted(answer)],
});

/** A history that is refused by itself has a clause of its own. */
export const designAccepted = check({
  clause: 'chat/design-accepted',
  once: true,
  async act(tools) {
    const design = await askDesign(tools);
    return isSuccess(design) ? { design } : { design, history: await askWithHistory(tools) };
  },
  given: ({ history }) => (history === undefined ? [] : [accepted(history)]),
  judge: ({ design }) => [accepted(design)],
});

/** What stands in an event where a program has taken something else than text for it; `[DONE]` ends a stream. */
const NO_TEXT: ReadonlySet<string> = new Set(['[object Object]', 'undefined', 'null', 'NaN', '[DONE]']);

function eventful(exchange: Exchange): Assertion {
  const { data, strange, isUndivided } = readEvents(rawTextOf(exchange));
  const wordless = data.length > 0 && data.every((one) => NO_TEXT.has(one.trim())) ? data[0] : undefined;
  const wrong =
    (strange[0] !== undefined && `a line that is part of no event: ${strange[0]}`) ||
    (isUndivided && `${data.length} lines of data without a blank line that ends an event`) ||
    (wordless !== undefined && `${data.length} events that all say ${wordless}`) ||
    (textOfEvents(data) === '' && `${data.length} events without text`);
  return holds(wrong === false, exchange, { expected: 'server-sent events that carry text', actual: wrong });
}

export const eventStreamHasEvents = check({
  clause: 'chat/event-stream-has-events',
  once: true,
  act: bothAnswers,
  given: anAnswer,
  judge: (answers) => ofMedia(answers, 'the answers are no event streams', isEventStream, eventful),
});

function ofMedia(
  answers: Answers,
  otherwise: string,
  wanted: (media: string) => boolean,
  question: (exchange: Exchange) => Assertion,
): readonly Assertion[] {
  const chosen = told(answers)
    .map(({ exchange }) => exchange)
    .filter((exchange) => wanted(mediaOf(exchange)));
  return [applicable(chosen.length > 0, otherwise), ...chosen.map(question)];
}

function notStored(exchange: Exchange): Assertion {
  const directives = headerOf(exchange, 'Cache-Control') ?? '';
  return holds(/(?:^|,)\s*no-store\s*(?:,|$)/iu.test(directives), exchange, {
    expected: 'Cache-Control: no-store',
    actual: directives === '' ? 'no Cache-Control' : directives,
  });
}

export const plainIsNotStored = check({
  clause: 'chat/plain-is-not-stored',
  once: true,
  act: bothAnswers,
  given: anAnswer,
  judge: (answers) => ofMedia(answers, 'the answers are not plain text', (media) => media === 'text/plain', notStored),
});

export const noEmoji = check({
  clause: 'chat/no-emoji',
  once: true,
  act: bothAnswers,
  given: anAnswerInWords,
  judge: (answers) => [
    every(
      told(answers).filter(({ text }) => text !== ''),
      'text',
      ({ exchange, text }) => {
        const emoji = emojiIn(text);
        return holds(emoji === undefined, exchange, { expected: 'text without emoji', actual: `${emoji} in it` });
      },
    ),
  ],
});

export const symbolsSurvive = check({
  clause: 'chat/symbols-survive',
  once: true,
  act: bothAnswers,
  given: anAnswerInWords,
  judge(answers) {
    const losses = told(answers).map(({ exchange, text }) => ({ exchange, lost: lostSymbolIn(text) }));
    const shown = told(answers).some(({ text }) => hasSymbol(text)) || losses.some(({ lost }) => lost !== undefined);
    return [
      applicable(shown, 'no answer has a scientific symbol in it'),
      ...losses.map(({ exchange, lost }) =>
        holds(lost === undefined, exchange, { expected: 'scientific symbols as they were', actual: lost }),
      ),
    ];
  },
});

const MOST_CITATIONS = 12;

/** A trace or a checksum: so many letters of a CUID are never all hexadecimal digits. */
const HEXADECIMAL = /^[0-9a-f]+$/u;

/** What looks like a paper's id in the prose; what markers enclose may have ids of its own. */
function citedIn(tools: CheckContext, answers: Answers): readonly string[] {
  const [id] = operationOf(tools.contract, 'getPaperDetail').parameters.filter((parameter) => parameter.in === 'path');
  const fits = tools.contract.validators.compile(id?.schema ?? {});
  return wordsIn(answers, /(?<![\w-])[a-z][a-z0-9]{19,31}(?![\w-])/gu).filter(
    (word) => (word.match(/\d/gu)?.length ?? 0) > 1 && !HEXADECIMAL.test(word) && fits(word),
  );
}

function wordsIn(answers: Answers, pattern: RegExp): readonly string[] {
  return [...new Set(told(answers).flatMap(({ scan }) => scan.prose.match(pattern) ?? []))].slice(0, MOST_CITATIONS);
}

const UUID = /(?<![\w-])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![\w-])/giu;

/** Ids of the versioned surface: a UUID may be anything, but one that the versioned surface knows is a paper's. */
async function versionedIn(tools: CheckContext, answers: Answers): Promise<readonly string[]> {
  const known: string[] = [];
  for (const id of wordsIn(answers, UUID))
    if (isSuccess(await tools.send(tools.request('getPaper').path({ id }).open('an id out of an answer'))))
      known.push(id);
  return known;
}

export const citedPapersResolve = check({
  clause: 'chat/cited-papers-resolve',
  once: true,
  async act(tools) {
    const answers = await bothAnswers(tools);
    const details: Exchange[] = [];
    const cited = citedIn(tools, answers);
    for (const id of cited.length > 0 ? cited : await versionedIn(tools, answers)) {
      details.push(await tools.send(tools.request('getPaperDetail').path({ id }).open('an id that an answer cites')));
    }
    return { ...answers, details };
  },
  given: (evidence) => anAnswer(evidence),
  judge: ({ details }) => [
    applicable(details.length > 0, 'no answer has a paper id in it'),
    ...details.map((detail) => accepted(detail)),
  ],
});
