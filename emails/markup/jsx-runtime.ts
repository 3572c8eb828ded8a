/**
 * JSX for mails: a tag becomes text at once. React can do much more and takes about twice as long, and mails are
 * made in the process that answers requests. Named by `@jsxImportSource` in every template.
 */
import type { CSSProperties } from 'react'

/** Markup that is escaped already. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** What may stand between tags. Nothing, false and true show nothing. */
export type Content = Html | string | number | boolean | null | undefined | readonly Content[]

interface Attributes {
  style?: CSSProperties
  children?: Content
  [attribute: string]: string | number | CSSProperties | Content
}

type Component<P> = (props: P) => Content

/** What the compiler makes of `<type …props>`; a component is called, a tag is written. */
export function jsx<P>(type: string | Component<P>, props: P): Html {
  if (typeof type === 'function') {
    const content = type(props)
    return content instanceof Html ? content : new Html(written(content))
  }
  return tag(type, props as Attributes)
}
export const jsxs = jsx
/** The same as the development's compiler calls it. */
export const jsxDEV = jsx
export const Fragment = ({ children }: { children?: Content }): Content => children

const EMPTY = new Set(['meta', 'img', 'br'])
const LINK = /^(https?:|mailto:|tel:)/i

function tag(name: string, { children, style, ...attributes }: Attributes): Html {
  let text = `<${name}`
  for (const attribute in attributes) {
    const value = attributes[attribute]
    if (value === undefined || value === null) continue
    // An address that somebody typed leads to a page or to a program for writing and calling, or nowhere.
    if (attribute === 'href' && !LINK.test(String(value))) continue
    text += ` ${attribute === 'className' ? 'class' : attribute}="${escaped(String(value))}"`
  }
  if (style) text += ` style="${declarations(style)}"`
  if (EMPTY.has(name)) return new Html(text + '/>')
  return new Html(`${text}>${written(children)}</${name}>`)
}

function written(content: Content): string {
  if (content instanceof Html) return content.text
  if (typeof content === 'string') return escaped(content)
  if (typeof content === 'number') return String(content)
  if (!Array.isArray(content)) return ''
  let text = ''
  for (const one of content as readonly Content[]) text += written(one)
  return text
}

const ESCAPED: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
}

const escaped = (text: string): string =>
  /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (char) => ESCAPED[char]!) : text

const WITHOUT_UNIT = new Set(['lineHeight', 'fontWeight', 'opacity'])
/** 'fontSize' to 'font-size:'. */
const NAMES = new Map<string, string>()
/** Few values make up all mails, and the font's has quotes. Not kept beyond `MOST`: a business brings its own colours. */
const VALUES = new Map<string, string>()
const MOST = 1000

function declarations(style: CSSProperties): string {
  let text = ''
  for (const property in style) {
    const value = style[property as keyof CSSProperties]
    if (value === undefined) continue
    let name = NAMES.get(property)
    if (!name)
      NAMES.set(property, (name = `${property.replace(/[A-Z]/g, (char) => `-${char.toLowerCase()}`)}:`))
    const unit = typeof value === 'number' && value !== 0 && !WITHOUT_UNIT.has(property) ? 'px' : ''
    text += `${text && ';'}${name}${typeof value === 'string' ? valueOf(value) : value}${unit}`
  }
  return text
}

function valueOf(value: string): string {
  let known = VALUES.get(value)
  if (known === undefined) {
    known = escaped(value)
    if (VALUES.size < MOST) VALUES.set(value, known)
  }
  return known
}

export declare namespace JSX {
  type Element = Html
  type ElementType = string | Component<never>
  interface ElementChildrenAttribute {
    children: unknown
  }
  interface IntrinsicAttributes {
    key?: string | number
  }
  interface IntrinsicElements {
    [tag: string]: Attributes
  }
}
