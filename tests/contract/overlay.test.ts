import { describe, expect, test } from 'vitest';
import { applied, overlayOf, readOverlay } from '../../src/contract/overlay.ts';

const DOCUMENT = {
  info: { title: 'A', 'x-note': null },
  paths: {
    "/it's": { get: { tags: ['one'], responses: { '200': { description: 'Fine.' } } } },
    '/other': { $ref: "#/paths/~1it's" },
  },
};
const at = (pointer: string) => `overlay.yaml${pointer}`;
const overlay = (...actions: readonly object[]) => readOverlay({ overlay: '1.0.0', info: {}, actions }, at);
const laid = (...actions: readonly object[]) => applied(DOCUMENT, overlay(...actions));

describe('an overlay', () => {
  test.each([
    ['$.info', { title: 'B' }, { info: { title: 'B', 'x-note': null } }],
    ["$.paths['/it\\'s'].get", { tags: ['two'] }, { paths: { "/it's": { get: { tags: ['one', 'two'] } } } }],
    ['$["paths"]["/it\'s"].get.tags', 'two', { paths: { "/it's": { get: { tags: ['one', 'two'] } } } }],
    ["$.paths['/other'].get", { summary: 'It.' }, { paths: { "/it's": { get: { tags: ['one'], summary: 'It.' } } } }],
    ['$', { info: { version: '2' } }, { info: { title: 'A', version: '2' } }],
  ])('joins what %s names', (target, update, expected) => {
    expect(laid({ target, update })).toMatchObject(expected);
    expect(DOCUMENT.info.title).toBe('A');
  });

  test('removes, and applies each action to what the one before left', () => {
    const changed = laid({ target: '$.info', update: { 'x-new': {} } }, { target: "$.info['x-new']", remove: true });
    expect(changed).toEqual(DOCUMENT);
  });

  test.each([
    [[], 'overlay.yaml: an Overlay has to be a mapping'],
    [{ overlay: '2.0.0', actions: [{ target: '$', update: {} }] }, 'overlay.yaml/overlay: write overlay: 1.0.0'],
    [{ overlay: '1.0.0', actions: [] }, 'overlay.yaml/actions: give a list of actions'],
    [{ overlay: '1.0.0', actions: [{ update: {} }] }, 'overlay.yaml/actions/0: an action needs a target'],
    [{ overlay: '1.0.0', actions: [{ target: '$.info' }] }, 'overlay.yaml/actions/0: an action needs update'],
    [{ overlay: '1.0.0', actions: [{ target: '$', remove: true }] }, 'the whole document cannot be removed'],
    [{ overlay: '1.0.0', actions: [{ target: '$', updates: {} }] }, 'overlay.yaml/actions/0/updates: an action has'],
  ])('that is none is refused with the place: %j', (value, message) => {
    expect(() => readOverlay(value, at)).toThrow(message);
  });

  test.each(['$.paths.*.get', '$..get', '$.paths[?@.get]', '$.info[0]', 'info', "$.paths['/a]", '$.info.'])(
    'with the target %s is refused: it may stand for many nodes or none',
    (target) => {
      expect(() => overlay({ target, update: {} })).toThrow(
        `overlay.yaml/actions/0/target: the target ${target} is more than a path of names`,
      );
    },
  );

  test.each([
    [{ target: '$.paths.missing', update: {} }, 'the document has nothing at /paths/missing'],
    [{ target: "$.info['x-note']", update: {} }, 'the document has nothing at /info/x-note'],
    [{ target: '$.info.title', update: 'B' }, 'the target has to be a mapping'],
    [{ target: '$.info', update: 'B' }, 'the target has to be a mapping'],
  ])('that does not fit the document is refused: %j', (action, message) => {
    expect(() => laid(action)).toThrow(`overlay.yaml/actions/0/target: ${message}`);
  });

  test('of proposals gives each its reason', () => {
    const proposal = {
      target: '$.info',
      update: {},
      reason: 'so',
      confidence: 'likely',
      operation: 'a',
      what: '',
    } as const;
    const { actions, ...head } = overlayOf('A', [proposal]) as { readonly actions: readonly object[] };
    expect(head).toEqual({ overlay: '1.0.0', info: { title: 'What the shape of A suggests', version: '1.0.0' } });
    expect(actions).toEqual([{ target: '$.info', description: 'likely: so.', update: {} }]);
  });
});
