import { resolve as resolvePath } from 'node:path';
import type { Command } from 'commander';
import { toYaml } from '../../config/yaml.ts';
import { overlayOf } from '../../contract/overlay.ts';
import { isCertain, type Proposal } from '../../contract/recognise/proposal.ts';
import { writeUserFile } from '../../files.ts';
import { plural } from '../../nouns.ts';
import { shellWord } from '../../report/command.ts';
import { EXIT_STATUS } from '../../report/outcome.ts';
import type { CommandContext, ContractInUse } from '../context.ts';
import { type Io, say } from '../io.ts';
import { askerOf } from '../look/admission.ts';
import { sayNotReady, type Visit, visit } from '../look/readiness.ts';
import { verify } from '../look/verify.ts';
import { addFlags, CONNECTION, type FlagsOf, flag } from '../options.ts';
import { onUrl } from '../run-once.ts';

const OWN = { out: flag('--out <file>', 'write the overlay to this new file instead of standard output') };

type AnnotateFlags = FlagsOf<typeof OWN & typeof CONNECTION>;

/** `conform annotate`: proposes declarations from the shape of a document, as an OpenAPI Overlay for review. */
export function addAnnotate(program: Command, context: CommandContext): void {
  const command = program
    .command('annotate')
    .description('write what the shape of a document suggests as an OpenAPI Overlay: listings, filters, sorts, lives')
    .argument('[url]', 'address of the service: what it contradicts, asked with GET alone, is dropped');
  addFlags(command, CONNECTION, 'Target:');
  addFlags(command, OWN, 'Result:').action(onUrl(annotate, context));
}

async function annotate(flags: AnnotateFlags, context: CommandContext): Promise<void> {
  const { io } = context;
  const inUse = await context.contract();
  const { proposals, left: notProposed } = inUse.loaded.recognised();
  for (const one of notProposed) say(io.stderr, `Not proposed: ${one}.`);
  if (proposals.length === 0) say(io.stderr, 'Nothing is recognised that the document does not declare already.');
  else if (flags.baseUrl === undefined && flags.target === undefined) writeOverlay(proposals, flags, inUse, io);
  else {
    const notReady = sayNotReady('Nothing was written.');
    await visit(flags, context, (visited) => writeVerified(proposals, flags, visited), notReady);
  }
}

async function writeVerified(proposals: readonly Proposal[], flags: AnnotateFlags, visited: Visit): Promise<number> {
  const { suiteUnder, profile, target, send, io } = visited;
  const tried = await verify(proposals, suiteUnder(profile.branches).contract, askerOf(target, send));
  for (const { proposal, result, why } of tried)
    if (result !== 'fits')
      say(
        io.stderr,
        `${result === 'contradicted' ? 'Dropped' : 'Not tried'}: ${proposal.operation} ${proposal.what}: ${why}.`,
      );
  const kept = tried.filter(({ result }) => result !== 'contradicted').map(({ proposal }) => proposal);
  if (kept.length === 0) say(io.stderr, 'The service contradicts all of it. Nothing was written.');
  else writeOverlay(kept, flags, visited, io);
  return EXIT_STATUS.conforms;
}

function writeOverlay(
  proposals: readonly Proposal[],
  { out, baseUrl }: AnnotateFlags,
  { loaded, spec }: ContractInUse,
  io: Io,
): void {
  const overlay = toYaml(overlayOf(loaded.document.info.title, proposals));
  if (out === undefined) io.stdout.write(overlay);
  else writeUserFile(resolvePath(io.cwd, out), `--out ${out}`, overlay, { flag: 'wx' });
  const certain = proposals.filter(isCertain).length;
  say(
    io.stderr,
    `${plural(proposals.length, 'action')}, ${certain} of them certain. ${out === undefined ? 'Write it to a file with --out overlay.yaml, and remove what is wrong' : 'Remove what is wrong'}, then: conform run --spec ${shellWord(spec ?? '')} --overlay ${shellWord(out ?? 'overlay.yaml')} ${baseUrl === undefined ? '<url>' : shellWord(baseUrl)}`,
  );
}
