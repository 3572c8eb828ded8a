import { Parser } from 'saxen'
import { Unreadable } from './unreadable.ts'

interface Handlers {
  open?: (name: string, attributes: () => Record<string, string>) => void
  /** A text, with the element that it stands in. */
  text?: (name: string, text: string) => void
  close?: (name: string) => void
}

/**
 * Walks over the elements of an XML text, their names without prefix. A document type, which could declare entities that
 * unfold to anything, is refused: no spreadsheet has one.
 */
export function eachTag(xml: string, { open, text, close }: Handlers): void {
  if (xml === '') return
  const parser = new Parser()
  const within: string[] = []
  parser.on('openTag', (name, attributes) => {
    within.push(local(name))
    open?.(within.at(-1)!, attributes)
  })
  parser.on('closeTag', () => close?.(within.pop() ?? ''))
  parser.on('text', (value, decode) => text?.(within.at(-1) ?? '', decode(value)))
  parser.on('cdata', (value) => text?.(within.at(-1) ?? '', value))
  parser.on('attention', () => {
    throw new Unreadable()
  })
  parser.on('error', () => {
    throw new Unreadable()
  })
  parser.parse(xml)
}

const local = (name: string) => name.slice(name.indexOf(':') + 1)
