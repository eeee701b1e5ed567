import { defined } from '../../defined.ts';
import { joinUrl } from '../../http/base-url.ts';
import type { Exchange } from '../../http/exchange.ts';
import { nearMissIn } from '../../http/near-misses.ts';
import { readJson } from '../../http/read-json.ts';
import { visible } from '../escape.ts';
import { exchangesBySeq, tagOf } from '../facts.ts';
import { chainOf, type Link } from '../made.ts';
import type { Finding, Report } from '../model.ts';

const VARIABLE = /\$(CONFORM_[A-Z0-9_]+)(?![A-Za-z0-9_])|\$\{(CONFORM_[A-Z0-9_]+)\}/gu;

/**
 * A file for Hurl that sends the steps of each finding again, in their order. Credentials are variables of Hurl, and so are
 * values that an earlier answer generated. Each entry expects the status that was seen, so that a fix makes it fail.
 */
export function renderHurl(report: Report): string {
  const bySeq = exchangesBySeq(report.exchanges);
  const blocks = report.findings.map((finding, index) => blockOf(finding, index + 1, bySeq, report.run.baseUrl));
  return `${[headOf(report, blocks.join('\n')), ...blocks].join('\n\n')}\n`;
}

function headOf({ suite, document, run }: Report, text: string): string {
  const captured = new Set(
    [...text.matchAll(/^(CONFORM_[A-Z0-9_]+): (?:jsonpath|header) /gmu)].map(([, name]) => name),
  );
  const used = [...new Set([...text.matchAll(/\{\{(CONFORM_[A-Z0-9_]+)\}\}/gu)].map(([, name = '']) => name))];
  const given = used
    .filter((name) => !captured.has(name))
    .map((name) => ` --variable ${name}="${nearMissIn('posix', name) ?? `$${name}`}"`);
  return [
    comment(`${suite.name} ${suite.version}: ${document.title} ${document.version} at ${run.baseUrl}`),
    comment('Each entry expects the status that was seen: it fails when the service answers otherwise.'),
    comment(`hurl --continue-on-error${given.join('')} findings.hurl`),
  ].join('\n');
}

function blockOf(finding: Finding, number: number, bySeq: ReadonlyMap<number, Exchange>, baseUrl: string): string {
  const links = chainOf(finding.steps.flatMap((seq) => withJson(bySeq.get(seq))));
  const entries = links.flatMap((link) => [...tagEntryOf(link, baseUrl), entryOf(link, baseUrl)]);
  const text = entries.join('\n\n');
  const canSend = !/<redacted:/u.test(text) && !entries.includes(undefined);
  return [
    comment(`${number}. ${tagOf(finding)} ${finding.clause} (${finding.level})`),
    comment(finding.title),
    comment(`expected: ${finding.expected}`),
    comment(`actual: ${finding.actual}`),
    ...(canSend ? [text] : [comment('It takes a secret that only the run had, or a method that Hurl does not know.')]),
  ].join('\n');
}

/** Parses the body again: a report has it as text, and generated values are read from its JSON. */
function withJson(exchange: Exchange | undefined): readonly Exchange[] {
  if (exchange?.outcome.kind !== 'response') return exchange === undefined ? [] : [exchange];
  const { outcome } = exchange;
  const { json } = readJson(outcome.body.text);
  return [{ ...exchange, outcome: { ...outcome, body: { ...outcome.body, ...defined({ json }) } } }];
}

/** The entry that asks for the current ETag, if the next one needs it. */
function tagEntryOf({ tag }: Link, baseUrl: string): readonly string[] {
  if (tag === undefined) return [];
  const { target, headers } = tag.request;
  return [
    [
      `GET ${escaped(joinUrl(new URL(baseUrl), target))}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${escaped(value)}`),
      'HTTP 200',
      '[Captures]',
      `${tag.name}: header "ETag"`,
    ].join('\n'),
  ];
}

/** One entry; undefined if Hurl cannot express the method. */
function entryOf({ exchange: { outcome }, request, reads }: Link, baseUrl: string): string | undefined {
  const { method, target, headers, body } = request;
  const url = joinUrl(new URL(baseUrl), target);
  if (!/^[A-Z]+$/u.test(method)) return undefined;
  return [
    `${method} ${escaped(url)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${escaped(value)}`),
    ...(/\/(?:\.|%2e){1,2}(?:[/?]|$)/iu.test(url) ? ['[Options]', 'path-as-is: true'] : []),
    // A body between backquotes on one line is sent byte for byte, and may have variables.
    ...(body === undefined ? [] : [`\`${escaped(body)}\``]),
    ...(outcome.kind === 'response' ? [`HTTP ${outcome.status}`] : [comment(`no answer: ${outcome.message}`)]),
    ...(reads.length === 0 || outcome.kind !== 'response' ? [] : ['[Captures]']),
    ...(outcome.kind === 'response'
      ? reads.map(({ name, path }) => `${name}: jsonpath "$${path.map((one) => `['${one}']`).join('')}"`)
      : []),
  ].join('\n');
}

/** Escapes a text for Hurl, and turns placeholders of secrets into its variables. */
function escaped(text: string): string {
  const plain = text
    .replaceAll(/[\\#`]/gu, String.raw`\$&`)
    .replaceAll('{{', String.raw`\u{7b}{`)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]|^ | $/gu, (one) => `\\u{${one.codePointAt(0)?.toString(16) ?? ''}}`);
  return plain.replaceAll(VARIABLE, (_, bare, braced) => `{{${bare ?? braced}}}`);
}

function comment(text: string): string {
  return `# ${visible(text)}`;
}
