import type { Io } from '../../src/cli/io.ts';

/**
 * What people type by mistake. Each ends with status 2 before the first request, writes nothing, prints nothing where the
 * result would be, and says on one line what is wrong and what to do about it.
 */
export interface Mistake {
  readonly argv: readonly string[];
  readonly says: readonly (string | RegExp)[];
  readonly env?: Io['env'];
  /** Files that lie in the folder. */
  readonly files?: Readonly<Record<string, string>>;
}

/** Stands for the address of a service. */
export const URL = 'SERVICE';
const target = (text: string, says: Mistake['says']): Mistake => ({
  argv: ['run', '--target', 'target.yaml'],
  files: { 'target.yaml': `baseUrl: ${URL}\n${text}\n` },
  says,
});
const flags = (argv: readonly string[], ...says: Mistake['says']): Mistake => ({ argv: ['run', URL, ...argv], says });

export const MISTAKES: Readonly<Record<string, Mistake>> = {
  'no target at all': { argv: ['run'], says: ['no target: give the address of the service', 'conform demo'] },
  'nothing at all': { argv: [], says: ['no conform.yaml in this folder', 'conform init <url>'] },
  'variables of the vitest host': {
    argv: ['run', 'http://127.0.0.1:9', '--only', 'listPaper'],
    env: { CONFORM_STRICT: '1', CONFORM_FAIL_ON: 'new' },
    says: ['not by this command: CONFORM_FAIL_ON, CONFORM_STRICT. Give --fail-on, --strict instead.'],
  },
  'a variable that nothing reads': {
    argv: [URL, '--only', 'listPaper'],
    env: { CONFORM_APIKEY: 'secret' },
    says: ['CONFORM_APIKEY is set, but nothing reads it (did you mean CONFORM_API_KEY?)'],
  },
  'an unknown option without a command': {
    argv: ['--bas-url', URL],
    says: ['unknown option', 'Did you mean --base-url?'],
  },
  'an empty address': { argv: ['run', '--base-url', ''], says: ['--base-url', 'empty', 'variable'] },
  'an empty address as an argument': { argv: ['run', ''], says: ['an argument is empty', 'variable'] },
  'an empty address in the environment': { argv: ['run'], env: { BASE_URL: '' }, says: ['BASE_URL is set but empty'] },
  'an address without a scheme': { argv: ['run', 'staging.example'], says: ['https://staging.example'] },
  'an address of another protocol': { argv: ['run', 'ftp://staging.example'], says: ['only http and https'] },
  'an address with a password': { argv: ['run', 'https://me:secret@x.example'], says: ['credentials', 'target file'] },
  'an address with a query': { argv: ['run', 'https://x.example/?key=secret'], says: ['query', 'remove it'] },
  'a variable that the shell did not replace': { argv: ['run', '$BASE_URL'], says: ['not an absolute one'] },
  'two addresses': { argv: ['run', URL, '--base-url', URL], says: ['two addresses', 'give one of them'] },
  ...Object.fromEntries(
    ['run', 'doctor', 'watch', 'init'].map((command) => [
      `another address than that of the credentials, for ${command}`,
      {
        argv: [command, 'http://127.0.0.1:2', '--target', 'target.yaml'],
        files: {
          'target.yaml': `baseUrl: ${URL}\ncredentials: { bearer: { headers: { Authorization: Bearer secret } } }\n`,
        },
        says: ['the address http://127.0.0.1:2 is not the baseUrl of target.yaml', 'sent only there'],
      },
    ]),
  ),
  'another address than that of the headers': {
    argv: ['detect', '--base-url', 'http://127.0.0.1:2', '--target', 'target.yaml'],
    files: { 'target.yaml': `baseUrl: ${URL}\nheaders: { X-Token: secret }\n` },
    says: ['the address http://127.0.0.1:2 is not the baseUrl of target.yaml', 'leave --target out'],
  },
  'an argument too many': { argv: ['run', URL, 'smoke'], says: ['too many arguments'] },
  'an unknown option': { argv: ['run', '--bas-url', URL], says: ['unknown option', 'Did you mean --base-url?'] },
  'an unknown command': { argv: ['rnu', URL], says: ['unknown command', 'Did you mean run?'] },
  'an empty choice': flags(['--only', ''], '--only: the value is empty', 'variable'),
  'a choice of commas': flags(['--only', ' , '], '--only: the value is empty'),
  'a choice that nothing fits': flags(['--only', 'listPaper'], 'listPaper', 'did you mean listPapers?'),
  'a star before the end of a choice': flags(['--only', '*pages*'], 'a * may stand only at the end'),
  'an empty report folder': flags(['--report', ''], '--report: the value is empty'),
  'a report folder that is a file': {
    argv: ['run', URL, '--report', 'taken'],
    files: { taken: '' },
    says: ['--report taken: it cannot be written (EEXIST); a file stands where a folder is needed'],
  },
  'a folder for the file of a reporter': flags(
    ['--reporter', 'junit=.'],
    '--reporter junit=.: it is a folder; give a file.',
  ),
  'a file of a reporter below a file': {
    argv: ['run', URL, '--reporter', 'sarif=taken/x.sarif'],
    files: { taken: '' },
    says: ['--reporter sarif=taken/x.sarif: it cannot be written (ENOTDIR)'],
  },
  'files of init in a folder that is not there': {
    argv: ['init', URL, '--write', 'no/such/conform.yaml'],
    says: ['no/such/conform.yaml', 'there is no folder'],
  },
  'an unknown depth': flags(['--depth', 'dep'], 'did you mean deep?'),
  'an unknown permission': flags(['--allow', 'write'], 'did you mean writes?'),
  'a seed that is no number': flags(['--seed', 'abc'], 'A whole number from 0'),
  'a rate of nothing': flags(['--rate', '0'], 'above 0'),
  'a time-out that is no number': flags(['--timeout', 'soon'], 'seconds', 'such as 30, 30s or 10m'),
  'a wait without a unit that is known': flags(['--wait', '60 parsecs'], 'such as 60s'),
  'retries below zero': flags(['--retries', '-1'], /from 0 to 10|argument missing/u),
  'a header without a value': flags(['--header', 'X-Key'], "write it as 'Name: value'"),
  'a credential among the headers': flags(
    ['--header', 'Authorization: Bearer secret'],
    'authorization carries the credential bearer',
    'CONFORM_TOKEN',
  ),
  'certificates that are not there': flags(['--ca', 'missing.pem'], 'missing.pem', /no such file|ENOENT/u),
  'an exclusion that nothing fits': flags(
    ['--exclude', 'listPaper'],
    '--exclude listPaper matches no operation',
    'did you mean listPapers?',
  ),
  'an exclusion of all that is chosen': flags(
    ['--only', 'chat', '--exclude', 'chat'],
    '--exclude leaves no clause to test',
  ),
  'a replay without its seed': flags(['--replay', '1:2'], '--replay needs --only', '--seed'),
  'an unknown profile': flags(['--profile', 'refrence-pages'], 'did you mean reference-pages?', 'Built in: any'),
  'a profile that is not there': flags(['--profile', './mine.yaml'], 'mine.yaml: there is no such file'),
  'half a branch': flags(['--branch', 'predict-body'], 'conflict=branch'),
  'an unknown branch': flags(['--branch', 'predict-body=flatt'], 'did you mean flat?'),
  'a target file that is not there': { argv: ['run', '--target', 'no.yaml'], says: ['no.yaml: there is no such file'] },
  'a folder for a target file': { argv: ['run', '--target', '.'], says: ['it is a folder'] },
  'an empty target file': {
    argv: ['run', '--target', 'target.yaml'],
    files: { 'target.yaml': '' },
    says: ['target.yaml:1:1', 'baseUrl', 'empty'],
  },
  'a placeholder that stayed': target('samples: { doi: 10.1000/xyz }', [
    /target\.yaml:2:17: samples\.doi is still the placeholder/u,
    'remove the line',
  ]),
  'a key that stands twice': target('depth: deep\ndepth: deep', ['the key depth stands twice (lines 2 and 3)']),
  'an unknown key': target('sample: {}', ['target.yaml:2:1: unknown key sample (did you mean samples?)']),
  'a variable that is not set': target('headers: { X-Key: ${NOPE} }', ['the environment variable NOPE is not set']),
  'tabs where YAML wants blanks': target('samples:\n\tdoi: a', [/target\.yaml:3:\d+: this is not YAML/u]),
  'an unknown clause': {
    argv: ['explain', 'listPapers/limit/maximun'],
    says: ['did you mean listPapers/limit/maximum'],
  },
  'a run that is not there': { argv: ['judge', 'no-run'], says: ['no-run'] },
  'a report that is not there': { argv: ['compare', 'a.json', 'b.json'], says: ['a.json'] },
  'half a comparison': { argv: ['compare', 'a.json'], says: ['the argument <after> is missing'] },
  'a report of nothing': {
    argv: ['report', 'thin.json'],
    files: { 'thin.json': '{"version":2,"run":{},"clauses":[]}' },
    says: ['thin.json: this is no report of a run', "must have required property 'suite'"],
  },
  'a conflict that every object has': flags(['--branch', 'constructor=any'], 'unknown conflict constructor'),
  'a prototype for a conflict': flags(['--branch', '__proto__=any'], 'unknown conflict __proto__'),
  'two results on standard output': flags(['--json', '--reporter', 'junit=-'], 'both write to standard output'),
  'two reports on standard output': flags(
    ['--reporter', 'junit=-', '--reporter', 'sarif=-'],
    'both write to standard output',
  ),
  'two reports in one file': flags(
    ['--reporter', 'junit=a.xml', '--reporter', 'ctrf=./a.xml'],
    'two of them would write a.xml',
  ),
  'two addresses for the doctor': { argv: ['doctor', URL, '--base-url', URL], says: ['two addresses'] },
  'two addresses for init': { argv: ['init', URL, '--base-url', URL], says: ['two addresses'] },
  'another contract for the demo': {
    argv: ['--spec', 'mine.yaml', 'demo'],
    files: { 'mine.yaml': '' },
    says: ['conform demo is about the reference service', 'leave --spec out'],
  },
  'another contract for serve': { argv: ['--spec', 'mine.yaml', 'serve'], says: ['leave --spec out'] },
  'a day that no calendar has': {
    argv: ['expect', 'r', '--until', '2026-02-31'],
    says: ['A date such as 2026-12-31 is needed'],
  },
  'an unknown mutant': { argv: ['serve', '--mutant', 'nope'], says: ['unknown mutant nope', '--list-mutants'] },
  'a mutant with a typing error': {
    argv: ['serve', '--mutant', 'listPapers/default-page-siz'],
    says: ['did you mean listPapers/default-page-size?'],
  },
  'mutants that no service has at once': {
    argv: ['serve', '--mutant', 'predict/body/materials/required', '--mutant', 'predict/body/temperature/type'],
    says: ['needs the service with another predict-body'],
  },
  'a choice without a list': { argv: ['serve', '--only', 'listPapers'], says: ['--only is for --list-mutants'] },
  'two depths': flags(['--depth', 'deep', '--depth', 'smoke'], '--depth is given twice; give it once.'),
  'two target files': { argv: ['doctor', '--target', 'a', '--target', 'b'], says: ['--target is given twice'] },
  'quiet and verbose': flags(['--quiet', '--verbose'], '--quiet and --verbose are both given'),
  'another document than a contract': {
    argv: ['list', '--spec', 'mine.yaml'],
    files: { 'mine.yaml': `baseUrl: ${URL}\n` },
    says: ['--spec mine.yaml:', 'cannot be read as an OpenAPI document'],
  },
  'an operation for a clause': {
    argv: ['explain', 'listPapers'],
    says: ['listPapers stands for several clauses', "conform list --only 'listPapers/*'"],
  },
  'a port beyond the last': { argv: ['serve', '--port', '70000'], says: ['from 0 to 65535'] },
};
