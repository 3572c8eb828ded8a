/** What stands for a person, or for a business, where there is room for little. */
const TITLES = /^(dra?|lic|prof|sra?|srta)\.?\s+/i

/** The words of a name without titles. */
export const wordsOf = (name: string): string[] => name.trim().replace(TITLES, '').split(/\s+/)

/** 'VO'; titles say nothing about who it is. */
export const initials = (name: string): string =>
  wordsOf(name)
    .map((word) => [...word][0] ?? '')
    .filter((letter) => /\p{L}/u.test(letter))
    .slice(0, 2)
    .join('')
    .toUpperCase()

/** 'María' of 'Dra. María Echeverri'. */
export const firstName = (name: string): string => wordsOf(name)[0]!

/** 'U' of '💅 Uñas'; a whole sign where there is neither letter nor digit: half of one is drawn differently here and there. */
export const initial = (name: string): string => /[\p{L}\p{N}]/u.exec(name)?.[0] ?? [...name][0] ?? ''
