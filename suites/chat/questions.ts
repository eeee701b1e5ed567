import {
  type Assertion,
  accepted,
  at,
  type CheckContext,
  controlOf,
  type Exchange,
  isObject,
  isSuccess,
  mediaTypeOf,
  type RequestBuilder,
  unlessNotTested,
} from '../../src/check/index.ts';
import { SYMBOL_LINE } from './characters.ts';
import { textOfAnswer } from './events.ts';
import { type Block, type Marker, type Scan, scanMarkers } from './stream.ts';

/**
 * The few messages that a run sends. Each answer costs the target's owner model tokens, so each message invites as much
 * of what the contract speaks of as a reader would still find natural, and every clause reads the same answers.
 */

export interface Message {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

const RESEARCH_QUESTION = `Please repeat this line of symbols first, exactly as it stands: ${SYMBOL_LINE} Then repeat these: 😀 🔬 ⚡ ✅ 🇩🇪 👩‍🔬 ❤️. Then search the corpus, and tell in three sentences which anode materials raise the power density of microbial fuel cells. Cite two or three papers by their ids.`;

const DESIGN_HISTORY: readonly Message[] = [
  {
    role: 'user',
    content: 'I want to build a small microbial fuel cell on acetate at 30 °C. Is a volume of 250 mL sensible?',
  },
  {
    role: 'assistant',
    content: 'Yes. At that size the electrodes can be close together, and the internal resistance stays low.',
  },
  {
    role: 'user',
    content: `Then use your tools to design it: predict its power density, and propose the whole configuration with all its parameters. Cite the paper that it follows. End with this line, exactly as it stands: ${SYMBOL_LINE} 🎉 ⚡`,
  },
];

export function chatRequest(tools: CheckContext, body: Readonly<Record<string, unknown>>): RequestBuilder {
  return tools.request('chat').json(body);
}

/** A research question in the default mode: the document's own, which opens the way for everything else, and one that invites more. */
export function askResearch(tools: CheckContext): Promise<Exchange> {
  const [ask = controlOf] = tools.sample([controlOf, askMuch]).slice(-1);
  return ask(tools, 'chat');
}

function askMuch(tools: CheckContext): Promise<Exchange> {
  return tools.shared('chat: research', () =>
    tools.send(chatRequest(tools, { messages: [{ role: 'user', content: RESEARCH_QUESTION }] })),
  );
}

/** A design in the one mode that both descriptions know, at the end of a history of both roles. */
export function askDesign(tools: CheckContext): Promise<Exchange> {
  return tools.shared('chat: design', () =>
    tools.send(
      chatRequest(tools, { messages: DESIGN_HISTORY, mode: 'lab-design', applyMode: 'auto', labContext: null }),
    ),
  );
}

/** A history alone; asked only where the design was not answered, to see what is to blame. */
export function askWithHistory(tools: CheckContext): Promise<Exchange> {
  return tools.shared('chat: history', () => tools.send(chatRequest(tools, { messages: DESIGN_HISTORY })));
}

export type Answers = { readonly research: Exchange; readonly design: Exchange };

export async function bothAnswers(tools: CheckContext): Promise<Answers> {
  return { research: await askResearch(tools), design: await askDesign(tools) };
}

/** One answer is enough to look at; with none, the first says why. */
export function anAnswer({ research, design }: Answers): readonly Assertion[] {
  const answers = [research, design].filter(isSuccess);
  return answers.length === 0 ? [accepted(research)] : answers.map(accepted);
}

/** The same, of answers that say something: without any text there is nothing to look for. */
export function anAnswerInWords(answers: Answers): readonly Assertion[] {
  return [...anAnswer(answers), saysSomething(answers)];
}

function saysSomething(answers: Answers): Assertion {
  return () =>
    told(answers).some(({ text }) => text !== '')
      ? undefined
      : {
          kind: 'not-shown',
          as: 'inconclusive',
          reason: 'the answers have no text',
          behind: 'chat/event-stream-has-events',
        };
}

/** A message that is answered where sending one is allowed: beside it a refusal shows something. */
export async function allowedControl(tools: CheckContext): Promise<{ readonly control?: Exchange }> {
  const control = await unlessNotTested(() => controlOf(tools, 'chat'), 'skip');
  return control === undefined ? {} : { control };
}

export function controlled(control: Exchange | undefined): readonly Assertion[] {
  return control === undefined ? [] : [accepted(control)];
}

export interface Told {
  readonly exchange: Exchange;
  readonly text: string;
  readonly scan: Scan;
}

/** The answers that came, as text. */
export function told({ research, design }: Answers): readonly Told[] {
  return [research, design].filter(isSuccess).map(read);
}

/** A dozen clauses read the same two answers. */
const alreadyRead = new WeakMap<Exchange, Told>();

function read(exchange: Exchange): Told {
  const known = alreadyRead.get(exchange);
  if (known !== undefined) return known;
  const text = textOf(exchange);
  const one = { exchange, text, scan: scanMarkers(text) };
  alreadyRead.set(exchange, one);
  return one;
}

export function mediaOf({ outcome }: Exchange): string {
  return outcome.kind === 'response' ? mediaTypeOf(outcome) : '';
}

export function rawTextOf({ outcome }: Exchange): string {
  return outcome.kind === 'response' ? outcome.body.text : '';
}

export function textOf(exchange: Exchange): string {
  return textOfAnswer(mediaOf(exchange), rawTextOf(exchange));
}

export interface Enclosed {
  readonly exchange: Exchange;
  readonly content: string;
  /** The JSON object that is enclosed; undefined where there is none. */
  readonly object?: Readonly<Record<string, unknown>>;
}

/** What the pairs of one kind of marker enclose, in every answer. */
export function enclosedBy(marker: Marker, answers: Answers): readonly Enclosed[] {
  return told(answers).flatMap(({ exchange, scan }) =>
    scan.blocks.filter((block) => block.marker === marker).map((block) => enclosed(exchange, block)),
  );
}

function enclosed(exchange: Exchange, { content }: Block): Enclosed {
  const value = parse(content);
  return { exchange, content, ...(isObject(value) ? { object: value } : {}) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** What the capabilities say of a flag; undefined where they do not tell. */
export function flagOf(capabilities: Exchange, name: string): boolean | undefined {
  const value = at(capabilities, `/${name}`);
  return typeof value === 'boolean' ? value : undefined;
}
