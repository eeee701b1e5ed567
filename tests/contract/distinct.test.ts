import { expect, test } from 'vitest';
import type { ContractDocument, OperationNode } from '../../src/contract/document.ts';
import { distinctIn } from '../../src/contract/recognise/distinct.ts';
import type { Schema } from '../../src/schema/schema.ts';

const document = { openapi: '3.1.0', info: { title: 't', version: '1' }, paths: {} } as unknown as ContractDocument;
const text: Schema = { type: 'string' };
const body: Schema = {
  type: 'object',
  properties: {
    email: text,
    room: text,
    badge: { ...text, description: 'Unique in the house.' },
    kind: { enum: ['a', 'b'] },
  },
};

function names(conflict: string | undefined, description = ''): readonly string[] {
  const responses = {
    201: { description: 'Made.' },
    ...(conflict === undefined ? {} : { 409: { description: conflict } }),
  };
  return [...distinctIn(document, { operationId: 'make', description, responses } as OperationNode, body).keys()].map(
    (at) => at.slice(1),
  );
}

test('a text is distinct by its own description, and where the 409 or the operation says so of what tells a thing', () => {
  expect(names('In the way.')).toEqual(['badge']);
  expect(names('The email is taken.')).toEqual(['email', 'badge']);
  expect(names('In the way.', 'Makes a guest. The email has to be unique.')).toEqual(['email', 'badge']);
});

test('what is booked is not; without a 409 only what is called unique by itself, at any depth', () => {
  expect(names('The room is booked already, and so is the kind.')).toEqual(['badge']);
  expect(names(undefined, 'The email has to be unique.')).toEqual(['badge']);
  const nested: Schema = { type: 'object', properties: { data: { type: 'object', properties: { attributes: body } } } };
  const node = { operationId: 'make', responses: {} } as unknown as OperationNode;
  expect([...distinctIn(document, node, nested).keys()]).toEqual(['/data/attributes/badge']);
});
