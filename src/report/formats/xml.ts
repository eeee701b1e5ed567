import { visible } from '../escape.ts';

/** An XML element as a value. Only `renderXml` turns it into text, and escapes everything: no caller can forget to. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly children: readonly (XmlElement | string)[];
}

export function element(
  name: string,
  attributes: XmlElement['attributes'],
  children: XmlElement['children'] = [],
): XmlElement {
  return { name, attributes, children };
}

/** A whole XML 1.0 document. Control characters and direction marks are shown as escapes. */
export function renderXml(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${textOf(root, '')}\n`;
}

function textOf({ name, attributes, children }: XmlElement, indent: string): string {
  const head = `${indent}<${name}${attributesOf(attributes)}`;
  if (children.length === 0) return `${head}/>`;
  // White space next to text would become part of it.
  if (children.some((child) => typeof child === 'string'))
    return `${head}>${children.map((child) => (typeof child === 'string' ? content(child) : textOf(child, ''))).join('')}</${name}>`;
  const inner = children.map((child) => (typeof child === 'string' ? '' : textOf(child, `${indent}  `)));
  return `${head}>\n${inner.join('\n')}\n${indent}</${name}>`;
}

function attributesOf(attributes: XmlElement['attributes']): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escaped(visible(String(value))).replaceAll('"', '&quot;')}"`)
    .join('');
}

/** Line breaks stay. Some readers stop at a thousand entities, so only those that XML needs are written. */
function content(text: string): string {
  return text.split('\n').map(visible).map(escaped).join('\n');
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(']]>', ']]&gt;')
    .replaceAll(NOT_XML, '\uFFFD');
}

/** The last two characters of the basic plane, which XML 1.0 does not allow. */
const NOT_XML = /[\uFFFE\uFFFF]/gu;
