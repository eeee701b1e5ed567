import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer as createNetServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { createTransport, type TransportOptions } from '../../src/http/client.ts';
import type { Answer, Failure, Outcome, Transport, WireRequest } from '../../src/http/exchange.ts';
import { TLS } from './tls-fixture.ts';

/** `http://127.0.0.1:port` of a server that lives as long as the test. */
export async function httpServer(listener: RequestListener): Promise<string> {
  return `http://${await listen(createHttpServer(listener))}`;
}

export async function httpsServer(listener: RequestListener): Promise<string> {
  return `https://${await listen(createHttpsServer(TLS, listener))}`;
}

/** A server that says whatever it likes once the head of a request is in. */
export async function rawServer(answer: (socket: Socket, request: string) => void): Promise<string> {
  const server = createNetServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (data) => answer(socket, data.toString('latin1')));
  });
  return `http://${await listen(server)}`;
}

async function listen(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => void server.close(resolve));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens on no TCP port');
  return `127.0.0.1:${address.port}`;
}

/** A transport that is closed when the test ends. */
export function transport(options: TransportOptions = {}): Transport {
  const { send, close } = createTransport(options);
  onTestFinished(close);
  return send;
}

export function request(url: string, more: Partial<WireRequest> = {}): WireRequest {
  return { method: 'GET', url, headers: {}, timeoutMs: 2000, ...more };
}

export function answered(outcome: Outcome): Answer {
  if (outcome.kind === 'failure') throw new Error(`expected an answer, got ${outcome.reason}: ${outcome.message}`);
  return outcome;
}

export function failed(outcome: Outcome): Failure {
  if (outcome.kind === 'response') throw new Error(`expected a failure, got ${outcome.status}`);
  return outcome;
}
