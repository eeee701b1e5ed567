import { html as escapeHtml, raw } from 'hono/html';
import { visible } from '../escape.ts';

/** Markup, made by the tag `html`. What is not markup in the source of a template is text in the page. */
export type Html = ReturnType<typeof escapeHtml>;

export type Child = Html | string | number | false | undefined | readonly Child[];

/** Markup from a template. Values that are not markup are escaped, and their control characters are made visible. */
export function html(strings: TemplateStringsArray, ...values: readonly Child[]): Html {
  return escapeHtml(strings, ...values.map(visibleChild));
}

function visibleChild(value: Child): unknown {
  if (Array.isArray(value)) return value.map(visibleChild);
  return typeof value === 'string' ? value.split('\n').map(visible).join('\n') : value;
}

/** Text of this package that is not escaped, such as a style sheet. Never for anything that comes from outside. */
export function trusted(markup: string): Html {
  return raw(markup);
}

/** The markup as text. */
export function textOf(markup: Html): string {
  if (markup instanceof Promise) throw new Error('nothing in a page is waited for');
  return markup.toString();
}
