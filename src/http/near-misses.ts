/** How a shell makes a wrong credential from the right one: as the end of the placeholder's name says. */
interface Shells {
  /** What stands between double quotes in a POSIX shell. */
  readonly posix: (name: string) => string;
  readonly powershell: (name: string) => string;
}

/** The header of an unsecured token (RFC 7519, section 6), and a signature of nobody. */
const UNSECURED = 'eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0';
const SIGNATURE = 'A'.repeat(43);

const NEAR_MISSES: Readonly<Record<string, Shells>> = {
  LENGTHENED: { posix: (name) => `\${${name}}x7Qk`, powershell: (name) => `$env:${name} + 'x7Qk'` },
  SHORTENED: { posix: (name) => `\${${name}%????}`, powershell: (name) => `($env:${name} -replace '.{4}$')` },
  WITH_A_WILD_CARD: {
    posix: (name) => `\${${name}%????}%`,
    powershell: (name) => `($env:${name} -replace '.{4}$', '%')`,
  },
  IN_OTHER_CASE: {
    posix: (name) => `$(printf %s "$${name}" | tr a-zA-Z A-Za-z)`,
    powershell: (name) =>
      `(-join ([char[]]$env:${name} | ForEach-Object { if ([char]::IsUpper($_)) { [char]::ToLower($_) } else { [char]::ToUpper($_) } }))`,
  },
  WITHOUT_SIGNATURE: {
    posix: (name) => `${UNSECURED}.$(printf %s "$${name}" | cut -d. -f2).`,
    powershell: (name) => `'${UNSECURED}.' + $env:${name}.Split('.')[1] + '.'`,
  },
  WITH_ANOTHER_SIGNATURE: {
    posix: (name) => `\${${name}%.*}.${SIGNATURE}`,
    powershell: (name) => `($env:${name} -replace '[^.]*$', '${SIGNATURE}')`,
  },
};

const ENDING = new RegExp(`^(?<name>CONFORM_\\w+?)_(?<miss>${Object.keys(NEAR_MISSES).join('|')})$`, 'u');

/** What a shell has to write for a placeholder that stands for a wrong credential; undefined for any other. */
export function nearMissIn(shell: keyof Shells, placeholder: string): string | undefined {
  const { name = '', miss = '' } = ENDING.exec(placeholder)?.groups ?? {};
  return NEAR_MISSES[miss]?.[shell](name);
}
