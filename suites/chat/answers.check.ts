import { accepted, applicable, type Assertion, check, enough, every, type Exchange, holds, isSuccess, operationOf, type Tools } from '../../src/check/index.ts';
import { emojiIn, hasSymbol, lostSymbolIn } from './characters.ts';
import { isEventStream, readEvents, textOfEvents } from './events.ts';
import { anAnswer, type Answers, askDesign, askWithHistory, bothAnswers, mediaOf, rawTextOf, told } from './questions.ts';

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

function eventful(exchange: Exchange): Assertion {
  const { data, strange } = readEvents(rawTextOf(exchange));
  const fine = strange.length === 0 && textOfEvents(data) !== '';
  return holds(fine, exchange, { expected: 'server-sent events that carry text', actual: strange[0] === undefined ? `${data.length} events without text` : `a line that is part of no event: ${strange[0]}` });
}

export const eventStreamHasEvents = check({
  clause: 'chat/event-stream-has-events',
  once: true,
  act: bothAnswers,
  given: anAnswer,
  judge: (answers) => ofMedia(answers, 'the answers are no event streams', isEventStream, eventful),
});

function ofMedia(answers: Answers, otherwise: string, wanted: (media: string) => boolean, question: (exchange: Exchange) => Assertion): readonly Assertion[] {
  const chosen = told(answers).map(({ exchange }) => exchange).filter((exchange) => wanted(mediaOf(exchange)));
  return [applicable(chosen.length > 0, otherwise), ...chosen.map(question)];
}

function notStored(exchange: Exchange): Assertion {
  const directives = exchange.outcome.kind === 'response' ? (exchange.outcome.headers['cache-control'] ?? '') : '';
  return holds(/(?:^|,)\s*no-store\s*(?:,|$)/iu.test(directives), exchange, { expected: 'Cache-Control: no-store', actual: directives === '' ? 'no Cache-Control' : directives });
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
  given: anAnswer,
  judge: (answers) => [
    every(told(answers).filter(({ text }) => text !== ''), 'text', ({ exchange, text }) => {
      const emoji = emojiIn(text);
      return holds(emoji === undefined, exchange, { expected: 'text without emoji', actual: `${emoji} in it` });
    }),
  ],
});

export const symbolsSurvive = check({
  clause: 'chat/symbols-survive',
  once: true,
  act: bothAnswers,
  given: anAnswer,
  judge(answers) {
    const losses = told(answers).map(({ exchange, text }) => ({ exchange, lost: lostSymbolIn(text) }));
    const shown = told(answers).some(({ text }) => hasSymbol(text)) || losses.some(({ lost }) => lost !== undefined);
    return [enough(shown, 'no answer has a scientific symbol in it'), ...losses.map(({ exchange, lost }) => holds(lost === undefined, exchange, { expected: 'scientific symbols as they were', actual: lost }))];
  },
});

const MOST_CITATIONS = 12;

/** What looks like a paper's id in the prose; what markers enclose may have ids of its own. */
function citedIn(tools: Tools, answers: Answers): readonly string[] {
  const [id] = operationOf(tools.contract, 'getPaperDetail').parameters.filter((parameter) => parameter.in === 'path');
  const fits = tools.contract.validators.compile(id?.schema ?? {});
  const words = told(answers).flatMap(({ scan }) => scan.prose.match(/(?<![\w-])[a-z][a-z0-9]{19,31}(?![\w-])/gu) ?? []);
  return [...new Set(words.filter((word) => (word.match(/\d/gu)?.length ?? 0) > 1 && fits(word)))].slice(0, MOST_CITATIONS);
}

export const citedPapersResolve = check({
  clause: 'chat/cited-papers-resolve',
  once: true,
  async act(tools) {
    const answers = await bothAnswers(tools);
    const details: Exchange[] = [];
    for (const id of citedIn(tools, answers)) details.push(await tools.send(tools.request('getPaperDetail').path({ id })));
    return { ...answers, details };
  },
  given: (evidence) => anAnswer(evidence),
  judge: ({ details }) => [every(details, 'paper id in the answers', accepted)],
});
