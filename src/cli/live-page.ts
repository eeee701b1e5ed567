import { existsSync, readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Io, say } from './io.ts';

/** The report is in a frame, so that its own content security policy, which forbids requests, still applies to it. */
const FRAME = `<!doctype html><html lang="en"><meta charset="utf-8"><title>conform watch</title>
<style>html,body,iframe{margin:0;width:100%;height:100%;border:0;display:block}</style><iframe title="The last round" src="report.html"></iframe>
<script>new EventSource('changes').onmessage = () => document.querySelector('iframe').contentWindow.location.reload();</script></html>`;

/**
 * A page for browsers that reloads when the report changes, until it is closed. Serves the file on a free port of 127.0.0.1.
 * The check of the Host header prevents DNS rebinding by other sites.
 */
export function createLivePage(file: string, io: Io) {
  const viewers = new Set<ServerResponse>();
  const server = createServer(({ url, headers: { host } }, response) => {
    const type = (name: string) => ({ 'content-type': `text/${name}; charset=utf-8`, 'cache-control': 'no-store' });
    if (host !== `127.0.0.1:${portOf()}`) return void response.writeHead(403).end();
    if (url === '/') return void response.writeHead(200, type('html')).end(FRAME);
    if (url === '/report.html')
      return void (existsSync(file)
        ? response.writeHead(200, type('html')).end(readFileSync(file))
        : response.writeHead(404, type('plain')).end('The report is not there.'));
    if (url !== '/changes') return void response.writeHead(404).end();
    viewers.add(response.writeHead(200, type('event-stream')));
    response.write(': open\n\n');
    response.on('close', () => viewers.delete(response));
  });
  const portOf = (): number => (server.address() as AddressInfo).port;
  return {
    /** Call it after each write of the report: the first call opens the page, later ones reload it. */
    async show(): Promise<void> {
      for (const viewer of viewers) viewer.write('data: renewed\n\n');
      if (server.listening) return;
      await new Promise<void>((resolve, reject) => server.on('error', reject).listen(0, '127.0.0.1', resolve));
      const url = `http://127.0.0.1:${portOf()}/`;
      say(io.stderr, `The page of the last round: ${url}`);
      io.openInBrowser?.(url);
    },
    close(): void {
      server.close();
      server.closeAllConnections();
    },
  };
}
