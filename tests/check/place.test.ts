import { expect, test } from 'vitest';
import type { CheckContext } from '../../src/check/check.ts';
import { atPath } from '../../src/check/place.ts';
import { requestOutside } from '../../src/check/request.ts';

test('every request of a place, a valid one too, has the path of that place', async () => {
  const request = requestOutside('GET', '/projects/{id}/tasks').path({ id: '1' });
  const tools = { request: () => request, valid: async () => request } as Partial<CheckContext> as CheckContext;
  const there = atPath(tools, { id: '2' });
  expect(there.request('listTasks').draft.pathValues).toEqual({ id: '2' });
  expect((await there.valid('listTasks')).draft.pathValues).toEqual({ id: '2' });
});
