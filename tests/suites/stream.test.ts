import { describe, expect, test } from 'vitest';
import { readEvents, textOfAnswer, textOfEvents } from '../../suites/chat/events.ts';
import { scanMarkers } from '../../suites/chat/stream.ts';

const TICK = '[SVC_TOOL_TICK]{"event":"end","name":"search_papers"}[SVC_TOOL_TICK_END]';
const CONFIG = '[SVC_CONFIG_V2_START]{"version":2,"model":"m","parameters":[{"unit":"°C → Ω"}]}[SVC_CONFIG_V2_END]';
const TEXT = `Ohmic losses (40 Ω at 25 °C)${TICK} fall by ΔP → 0.3 W/m²${CONFIG}, see [paper:x]. 𝛼`;

const EVENTS = 'text/event-stream';

const whole = scanMarkers(TEXT);

/** All the ways to cut a text in two; surrogates may come apart, as they do in deltas. */
function cuts(text: string): readonly (readonly [string, string])[] {
  return Array.from({ length: text.length + 1 }, (_, at) => [text.slice(0, at), text.slice(at)] as const);
}

describe('a stream of events', () => {
  const forms: Readonly<Record<string, (delta: string) => unknown>> = {
    delta: (delta) => ({ delta }),
    content: (content) => ({ content }),
    text: (text) => ({ type: 'text-delta', text }),
    'nested delta': (text) => ({ type: 'content_block_delta', delta: { text } }),
    choices: (content) => ({ choices: [{ delta: { content }, index: 0 }] }),
    'JSON string': (delta) => delta,
    'member of any name': (t) => ({ kind: 'chunk', at: '2026-08-01T12:00:00Z', t }),
    'member deep within': (value) => ({ model: 'Model 7 B', data: { message: { role: 'assistant', value } } }),
    parts: (text) => ({ candidates: [{ content: { role: 'model', parts: [{ text }] } }] }),
    array: (delta) => [delta],
  };

  test.each(Object.entries(forms))('gives back its text in the form %s, wherever it is cut', (_, form) => {
    for (const parts of cuts(TEXT)) {
      const stream = parts.map((part) => `data: ${JSON.stringify(form(part))}\n\n`).join('');
      expect(scanMarkers(textOfAnswer(EVENTS, stream))).toEqual(whole);
    }
  });

  test('gives back what follows a label, wherever it is cut', () => {
    for (const parts of cuts(TEXT)) {
      const stream = parts.map((part) => `data: 0:${JSON.stringify(part)}\n\n`).join('');
      expect(scanMarkers(textOfAnswer(EVENTS, `${stream}data: e:{"finishReason":"stop"}\n\n`))).toEqual(whole);
    }
  });

  test('takes the text, not what tools found or who sends it', () => {
    const found = { papers: Array.from({ length: 9 }, () => ({ abstract: 'A long abstract of many words. 🔬' })) };
    const events = [
      { id: 'e-1', type: 'start' },
      ...['See', ' the', ' three', ' papers.'].map((delta, n) => ({ id: `e-${n + 2}`, type: 'text', delta })),
      { id: 'e-6', type: 'tool-output', output: found },
      { id: 'e-7', type: 'end' },
    ];
    expect(textOfEvents(events.map((event) => JSON.stringify(event)))).toBe('See the three papers.');
  });

  test.each(['ping', '[END]', '<eos>', 'keep-alive'])('does not take the signal %s for text', (signal) => {
    expect(textOfEvents(['{"delta":"a "}', signal, '{"delta":"b"}'])).toBe('a b');
  });

  test('gives back raw text, wherever it is cut', () => {
    for (const parts of cuts(TEXT)) {
      const stream = parts.map((part) => `data: ${part}\n\n`).join('');
      // One blank behind the colon belongs to the event, so a part that is a blank alone keeps its own.
      expect(textOfAnswer(EVENTS, stream)).toBe(TEXT);
    }
  });

  test.each(['\n', '\r\n', '\r'])('takes %j for the end of a line', (end) => {
    const stream = [
      ': a comment',
      'event: message',
      'id: 7',
      'retry: 10',
      'data: {"delta":"a"}',
      '',
      'data: {"delta":"b"}',
      '',
      'data: [DONE]',
      '',
      '',
    ].join(end);
    expect(textOfAnswer(EVENTS, stream)).toBe('ab');
    expect(readEvents(stream).strange).toEqual([]);
  });

  test('joins several data lines of one event with a line feed', () => {
    expect(readEvents('data: a\ndata: b\n\ndata:c\n\n').data).toEqual(['a\nb', 'c']);
    expect(textOfAnswer(EVENTS, 'data: {"delta":\ndata: "a"}\n\n')).toBe('a');
  });

  test('tells several deltas that no blank line divides from a text of several lines', () => {
    const undivided = readEvents('data: {"delta":"a"}\ndata: {"delta":"b"}\ndata: [DONE]\n\n');
    expect(undivided).toMatchObject({ isUndivided: true, data: ['{"delta":"a"}', '{"delta":"b"}', '[DONE]'] });
    expect(readEvents('data: one\ndata: two\n\n').isUndivided).toBe(false);
    expect(readEvents('data: one\ndata: two\n')).toMatchObject({ isUndivided: true, data: ['one', 'two'] });
    expect(readEvents('data: {"delta":\ndata: "a"}\n\n').isUndivided).toBe(false);
  });

  test('reads the last event even without a blank line behind it', () => {
    expect(readEvents('data: a').data).toEqual(['a']);
  });

  test('names lines that are part of no event', () => {
    expect(readEvents('data: a\nlost words\n\nWhat: else\n').strange).toEqual(['lost words', 'What: else']);
  });

  test('leaves events without text out, and does not take an enclosed object for an event', () => {
    expect(textOfEvents(['{"type":"start"}', '{"delta":"a b"}', '{"usage":{"tokens":3}}', '[DONE]'])).toBe('a b');
    expect(textOfEvents(['[SVC_TOOL_TICK]', '{"event":"end","name":"x"}', '[SVC_TOOL_TICK_END]'])).toBe(
      '[SVC_TOOL_TICK]{"event":"end","name":"x"}[SVC_TOOL_TICK_END]',
    );
  });

  test('has text where every event says the same', () => {
    expect(textOfEvents(['{"delta":"ha"}', '{"delta":"ha"}'])).toBe('haha');
  });

  test('takes a number for raw text', () => {
    expect(textOfEvents(['It is ', '7', '.'])).toBe('It is 7.');
  });

  test('ignores a byte order mark', () => {
    expect(textOfAnswer(EVENTS, '\uFEFFdata: a\n\n')).toBe('a');
  });
});

test('plain text is the text', () => {
  expect(textOfAnswer('text/plain', 'data: a')).toBe('data: a');
});

describe('the markers of a text', () => {
  test('enclose their blocks, in order, and leave the prose', () => {
    expect(whole.blocks.map(({ marker }) => marker)).toEqual(['tool-tick', 'config']);
    expect(whole.blocks.map(({ content }) => JSON.parse(content) as unknown)).toHaveLength(2);
    expect(whole.strays).toEqual([]);
    expect(whole.prose).toBe('Ohmic losses (40 Ω at 25 °C) fall by ΔP → 0.3 W/m², see [paper:x]. 𝛼');
  });

  test('show where the text was cut off, at every byte of a marked part', () => {
    const start = TEXT.indexOf('[SVC_TOOL_TICK]');
    const opened = start + '[SVC_TOOL_TICK]'.length;
    for (let end = opened; end < start + TICK.length; end += 1) {
      const { strays } = scanMarkers(TEXT.slice(0, end));
      expect(strays.length).toBeGreaterThan(0);
      expect(strays.every(({ marker }) => marker === 'tool-tick')).toBe(true);
    }
  });

  test.each([
    ['an end alone', 'a[SVC_TOOL_TICK_END]b', 1],
    ['a start alone', 'a[SVC_CONFIG_V2_START]b', 1],
    ['two starts', '[SVC_TOOL_TICK]{}[SVC_TOOL_TICK]{}[SVC_TOOL_TICK_END]', 1],
    ['two ends', '[SVC_TOOL_TICK]{}[SVC_TOOL_TICK_END][SVC_TOOL_TICK_END]', 1],
    ['another spelling of the end', '[SVC_TOOL_TICK]{}[/SVC_TOOL_TICK]', 1],
    ['a start that is cut off', 'a[SVC_CONFIG_V2_STA', 1],
    ['no marker', 'see [1] and [paper:x] and [SVC]', 0],
    ['nothing', '', 0],
  ])('%s', (_, text, strays) => {
    expect(scanMarkers(text).strays).toHaveLength(strays);
  });

  test('of one kind do not disturb those of the other', () => {
    const { strays, blocks } = scanMarkers(`[SVC_CONFIG_V2_START]{${TICK}`);
    expect(strays.map(({ marker }) => marker)).toEqual(['config']);
    expect(blocks.map(({ marker }) => marker)).toEqual(['tool-tick']);
  });

  test('keep the prose in order where kinds overlap', () => {
    expect(scanMarkers('a[SVC_TOOL_TICK]b[SVC_CONFIG_V2_START]c[SVC_TOOL_TICK_END]d[SVC_CONFIG_V2_END]e').prose).toBe(
      'ae',
    );
  });
});
