import { gunzipSync } from 'node:zlib';

const ISLAND = /(<script type="text\/plain" id="island">)([^<]+)/u;

/** A page with its packed data as text, for whoever looks for something in it; what is no page stays as it is. */
export function withIsland(text: string): string {
  return text.replace(ISLAND, (_, tag: string, packed: string) => {
    return tag + gunzipSync(Buffer.from(packed, 'base64')).toString('utf8');
  });
}
