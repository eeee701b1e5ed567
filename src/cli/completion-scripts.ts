/** Shell scripts that call `conform complete` with the words so far, the last of which is the one at the cursor. */
export const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `_conform() {
  local IFS=$'\\n'
  COMPREPLY=($(conform complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _conform conform
`,
  zsh: `#compdef conform
_conform() {
  local -a words_known
  words_known=("\${(@f)$(conform complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$words_known" ]]; then compadd -- $words_known; else _files; fi
}
compdef _conform conform
`,
  fish: `complete -c conform -a '(conform complete -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
`,
  powershell: `Register-ArgumentCompleter -Native -CommandName conform -ScriptBlock {
  param($word, $ast, $cursor)
  $before = @($ast.CommandElements | Select-Object -Skip 1 | ForEach-Object { "$_" })
  if ($word -eq '') { $before += '""' }
  conform complete -- @before 2>$null | ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }
}
`,
};
