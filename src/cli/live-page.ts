import { existsSync, readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Io, say } from './io.ts';

/** A page that a browser shows and renews, until it is closed. */
export interface LivePage {
  /** What it shows was written anew: the first time it is opened, later renewed. */
  readonly show: () => Promise<void>;
  readonly close: () => void;
}

/** The report stands in a frame, so that it keeps its own policy, which lets nothing in it ask for anything. */
const FRAME = `<!doctype html><html lang="en"><meta charset="utf-8"><title>conform watch</title>
<style>html,body,iframe{margin:0;width:100%;height:100%;border:0;display:block}</style><iframe title="The last round" src="report.html"></iframe>
<script>new EventSource('changes').onmessage = () => document.querySelector('iframe').contentWindow.location.reload();</script></html>`;

/** Serves the file to browsers of this machine, at a port that is free. A page of another site cannot read it by a name of its own. */
export function createLivePage(file: string, io: Io): LivePage {
  const viewers = new Set<ServerResponse>();
  const server = createServer(({ url, headers: { host } }, answer) => {
    const type = (name: string) => ({ 'content-type': `text/${name}; charset=utf-8`, 'cache-control': 'no-store' });
    if (host !== `127.0.0.1:${portOf()}`) return void answer.writeHead(403).end();
    if (url === '/') return void answer.writeHead(200, type('html')).end(FRAME);
    if (url === '/report.html')
      return void (existsSync(file)
        ? answer.writeHead(200, type('html')).end(readFileSync(file))
        : answer.writeHead(404, type('plain')).end('The report is not there.'));
    if (url !== '/changes') return void answer.writeHead(404).end();
    viewers.add(answer.writeHead(200, type('event-stream')));
    answer.write(': open\n\n');
    answer.on('close', () => viewers.delete(answer));
  });
  const portOf = (): number => (server.address() as AddressInfo).port;
  return {
    async show() {
      for (const viewer of viewers) viewer.write('data: renewed\n\n');
      if (server.listening) return;
      await new Promise<void>((resolve, reject) => server.on('error', reject).listen(0, '127.0.0.1', resolve));
      const url = `http://127.0.0.1:${portOf()}/`;
      say(io.stderr, `The page of the last round: ${url}`);
      io.openInBrowser?.(url);
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
