import { resolve as resolvePath } from 'node:path';
import type { Command } from 'commander';
import { toYaml } from '../../config/yaml.ts';
import { overlayOf } from '../../contract/overlay.ts';
import { isCertain } from '../../contract/recognise/proposal.ts';
import { writeUserFile } from '../../files.ts';
import { shellWord } from '../../report/command.ts';
import { plural } from '../../report/console-text.ts';
import type { CommandContext } from '../context.ts';
import { say } from '../io.ts';
import { addFlags, type FlagsOf, flag } from '../options.ts';

const OWN = { out: flag('--out <file>', 'write the overlay to this new file instead of standard output') };

/** `conform annotate`: what the shape of a document suggests, as an OpenAPI Overlay to be read and changed. */
export function addAnnotate(program: Command, context: CommandContext): void {
  const command = program
    .command('annotate')
    .description('write what the shape of a document suggests as an OpenAPI Overlay: listings, filters, sorts, lives');
  addFlags(command, OWN).action((flags: FlagsOf<typeof OWN>) => annotate(flags, context));
}

async function annotate({ out }: FlagsOf<typeof OWN>, { io, contract }: CommandContext): Promise<void> {
  const { loaded, spec } = await contract();
  const { proposals, left } = loaded.recognised();
  for (const one of left) say(io.stderr, `Not proposed: ${one}.`);
  if (proposals.length === 0) {
    say(io.stderr, 'Nothing is recognised that the document does not declare already.');
    return;
  }
  const overlay = toYaml(overlayOf(loaded.document.info.title, proposals));
  if (out === undefined) io.stdout.write(overlay);
  else writeUserFile(resolvePath(io.cwd, out), `--out ${out}`, overlay, { flag: 'wx' });
  const certain = proposals.filter(isCertain).length;
  say(
    io.stderr,
    `${plural(proposals.length, 'action')}, ${certain} of them certain. Remove what is wrong, then: conform run --spec ${shellWord(spec ?? '')} --overlay ${shellWord(out ?? 'overlay.yaml')} <url>`,
  );
}
