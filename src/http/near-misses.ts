/** How each shell makes a wrong credential from the real one. The end of the placeholder's name selects the way. */
interface Shells {
  /** The text between double quotes in a POSIX shell. */
  readonly posix: (name: string) => string;
  readonly powershell: (name: string) => string;
}

/** The header of an unsecured token (RFC 7519, section 6), and a made-up signature. */
const UNSECURED = 'eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0';
const SIGNATURE = 'A'.repeat(43);

/** A PowerShell expression for a text with its letters in the other case. */
function caseSwapped(text: string): string {
  return `(-join ([char[]]${text} | ForEach-Object { if ([char]::IsUpper($_)) { [char]::ToLower($_) } else { [char]::ToUpper($_) } }))`;
}

const NEAR_MISSES: Readonly<Record<string, Shells>> = {
  LENGTHENED: { posix: (name) => `\${${name}}x7Qk`, powershell: (name) => `$env:${name} + 'x7Qk'` },
  SHORTENED: { posix: (name) => `\${${name}%????}`, powershell: (name) => `($env:${name} -replace '.{4}$')` },
  WITH_A_WILD_CARD: {
    posix: (name) => `\${${name}%????}%`,
    powershell: (name) => `($env:${name} -replace '.{4}$', '%')`,
  },
  IN_OTHER_CASE: {
    posix: (name) => `$(printf %s "$${name}" | tr a-zA-Z A-Za-z)`,
    powershell: (name) => caseSwapped(`$env:${name}`),
  },
  SIGNATURE_IN_OTHER_CASE: {
    posix: (name) => `\${${name}%.*}.$(printf %s "\${${name}##*.}" | tr a-zA-Z A-Za-z)`,
    powershell: (name) => `($env:${name} -replace '[^.]*$') + ${caseSwapped(`($env:${name} -replace '.*\\.')`)}`,
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

/** The shell expression for a placeholder of a wrong credential; undefined for other placeholders. */
export function nearMissIn(shell: keyof Shells, placeholder: string): string | undefined {
  const { name = '', miss = '' } = ENDING.exec(placeholder)?.groups ?? {};
  return NEAR_MISSES[miss]?.[shell](name);
}
