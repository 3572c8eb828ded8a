import { normalForm, plain } from './normal-form.ts'

/** What is typed into a search: each of these is to be found. */
export const MOST_WORDS = 6

/**
 * The words of a search. A telephone is found however it is written: in groups, with signs between them, with the 0 that is
 * dialled before it; so is a document with dots. ('(0300) 412-8819') → ['3004128819']
 */
export function searchWords(typed: string): string[] {
  if (!/^\s*[+(\d][\d\s().\u2010-\u2015-]*$/.test(typed))
    return normalForm(typed, 'NFC').split(/\s+/).filter(Boolean).slice(0, MOST_WORDS)
  const digits = typed.replace(/\D/g, '')
  return [digits.replace(/^0+/, '') || digits].filter(Boolean)
}

/** Whether a text holds each word of a search, as the server finds it in its lists. */
export function holdsWords(text: string, typed: string): boolean {
  const held = heldLetters(text)
  return searchWords(typed).every((word) => held.includes(heldLetters(word)))
}

/** With one apostrophe for all: an iPhone writes D’Alessandro, and a keyboard D'Alessandro. */
const heldLetters = (text: string): string => plain(text).replace(/[’‘ʼ´`]/g, "'")
