import type { BranchNode, ConflictNode, ContractDocument } from '../../src/contract/document.ts';

/** A profile with a name, as far as the page needs it. */
export interface NamedReading {
  readonly name: string;
  readonly branches: Readonly<Record<string, string>>;
}

/** docs/conflicts.md: where the contract contradicts itself, for readers. Everything in it comes from the document. */
export function conflictsPage(document: ContractDocument, profiles: readonly NamedReading[]): string {
  const conflicts = Object.entries(document['x-conflicts']);
  return [
    '# Where the contract contradicts itself',
    '',
    'Written by `npm run docs` from `spec/openapi.yaml`; do not edit.',
    '',
    `The contract says two things, or more, in ${conflicts.length} places. Each is a *conflict* with *branches*. A profile chooses branches (\`--profile\`,`,
    '`--branch conflict=branch`); a conflict that it leaves out is open, which is written `any`: each branch is accepted, and the run says which it saw.',
    '`conform detect` writes the profile that a service follows, and `conform judge` judges a recorded run under another one.',
    '',
    ...overview(conflicts, profiles),
    '',
    ...conflicts.flatMap(([id, conflict]) => section(id, conflict, profiles)),
  ].join('\n');
}

type Entry = readonly [id: string, conflict: ConflictNode];

function overview(conflicts: readonly Entry[], profiles: readonly NamedReading[]): readonly string[] {
  return [
    `| conflict | branches | ${profiles.map(({ name }) => `\`${name}\``).join(' | ')} |`,
    `|---|---|${'---|'.repeat(profiles.length)}`,
    ...conflicts.map(
      ([id, { branches }]) =>
        `| [${id}](#${id}) | ${Object.keys(branches).join(' · ')} | ${profiles.map((profile) => profile.branches[id] ?? 'any').join(' | ')} |`,
    ),
  ];
}

function section(id: string, conflict: ConflictNode, profiles: readonly NamedReading[]): readonly string[] {
  return [
    `## ${id}`,
    '',
    conflict.question,
    '',
    '| branch | what it means | stated by | chosen by | how a client sees it |',
    '|---|---|---|---|---|',
    ...Object.entries(conflict.branches).map(
      ([branch, node]) =>
        `| \`${branch}\` | ${cell(node.means)} | ${cell(node['stated-by'])} | ${chosenBy(id, branch, profiles)} | ${seenBy(node)} |`,
    ),
    '',
    `- **In the contract:** ${conflict.section}`,
    `- **Operations:** ${conflict.operations.map(code).join(', ')}`,
    ...shownBy(conflict),
    ...satisfying(conflict),
    '',
  ];
}

function chosenBy(id: string, branch: string, profiles: readonly NamedReading[]): string {
  const names = profiles.flatMap(({ name, branches }) => (branches[id] === branch ? [code(name)] : []));
  return names.length === 0 ? '–' : names.join(', ');
}

function seenBy({ sign, default: fallback }: BranchNode): string {
  if (sign !== undefined)
    return `an answer of ${sign.operations.map(code).join(', ')} that can be of this branch alone`;
  if (fallback !== undefined)
    return `answers of ${fallback.operations.map(code).join(', ')}, as long as none shows another branch`;
  return 'its own clause holds';
}

function shownBy({ probe, 'shown-by': clauses = [] }: ConflictNode): readonly string[] {
  return [
    ...(probe === undefined
      ? []
      : [
          `- **Asked with:** ${code(probe.operation)} and the body ${code(JSON.stringify(probe.body))}, before anything else`,
        ]),
    ...(clauses.length === 0 ? [] : [`- **Shown by:** ${clauses.map(code).join(', ')}`]),
  ];
}

function satisfying({ branches }: ConflictNode): readonly string[] {
  return Object.entries(branches).flatMap(([branch, { satisfies = [] }]) =>
    satisfies.length === 0
      ? []
      : [
          `- A target that follows ${code(branch)} satisfies a profile that says ${satisfies.map(code).join(' or ')}, too.`,
        ],
  );
}

function code(text: string): string {
  return `\`${text}\``;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
