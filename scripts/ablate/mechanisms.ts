import { RULES } from '../../src/judge/causes/rules.ts';

/** A mechanism of the engine, and what stands in its place when it is switched off. */
export interface Mechanism {
  /** The name under which its module exports it. */
  readonly name: string;
  /** The path of its module below `src`, without its ending. */
  readonly module: string;
  /**
   * The expression that takes the place of the export; or, of what is no export, the condition within the module that becomes
   * true, or the table that it is a row of.
   */
  readonly off: string | { readonly always: string } | { readonly rowOf: string };
}

/** What makes findings out of broken clauses. A record is judged again without it; no request depends on it. */
export const CAUSES: readonly Mechanism[] = [
  ...RULES.map(({ rule }) => ({ name: rule, module: 'judge/causes/rules', off: { rowOf: 'RULES' } })),
  { name: 'withoutResult', module: 'judge/causes/nothing-found', off: '(common) => common' },
  { name: 'isToldSimpler', module: 'judge/causes/simpler', off: '() => false' },
  { name: 'echoesOf', module: 'judge/causes/echoes', off: '() => new Map()' },
  { name: 'joinTwins', module: 'judge/causes/twin-listings', off: '(all) => all' },
];

const NO_REQUESTS = 'async () => []';
const NO_STEPS = '() => []';

/** The steps of the listing engine that could be left out. */
export const LISTING_STEPS: readonly Mechanism[] = [
  { name: 'sendSubstitutes', module: 'relations/listing/substitutes', off: NO_REQUESTS },
  { name: 'isolate', module: 'relations/listing/confirm', off: NO_REQUESTS },
  { name: 'withoutExplained', module: 'relations/listing/isolate', off: '(listing, differences) => differences' },
  { name: 'forLeftOut', module: 'relations/listing/planning', off: { always: 'spending.leftOut === 0' } },
  { name: 'sendForLeaks', module: 'relations/listing/leaks', off: NO_REQUESTS },
  { name: 'hiddenTexts', module: 'relations/listing/hidden', off: 'async () => ({})' },
  { name: 'fallsWithFault', module: 'relations/listing/explain', off: '() => new Map()' },
  { name: 'fallsWithPart', module: 'relations/listing/consequences', off: NO_STEPS },
  { name: 'confirm', module: 'relations/listing/confirm', off: NO_REQUESTS },
];

/** The mechanisms of these names, with a plus between them. */
export function mechanismsOf(names: string): readonly Mechanism[] {
  return names.split('+').map((name) => {
    const found = [...CAUSES, ...LISTING_STEPS].find((one) => one.name === name);
    if (found === undefined) throw new RangeError(`there is no mechanism ${name}`);
    return found;
  });
}

/** The source of a module with another value in the place of the export; the module itself goes on using its own. */
export function switchedOff(source: string, { name, module, off }: Mechanism): string {
  if (typeof off === 'object' && 'rowOf' in off)
    return `${source}\n${off.rowOf}.splice(${off.rowOf}.findIndex(({ rule }) => rule === '${name}'), 1);\n`;
  if (typeof off === 'object') {
    if (!source.includes(off.always)) throw new Error(`${module} does not have ${off.always}`);
    return source.replace(off.always, 'true');
  }
  const declaration = new RegExp(`^export (?=(?:const|function\\*?|async function) ${name}\\b)`, 'gmu');
  if (source.match(declaration)?.length !== 1) throw new Error(`${module} does not export ${name}`);
  return `${source.replace(declaration, '')}\nconst ${name}$off = ${off};\nexport { ${name}$off as ${name} };\n`;
}
