/** What stands for a person where there is room for little. */
const TITLES = /^(dra?|lic|prof|sra?|srta)\.?\s+/i

/** The words of a name without titles. */
export const wordsOf = (name: string): string[] => name.trim().replace(TITLES, '').split(/\s+/)

/** 'VO'; titles say nothing about who it is. */
export const initials = (name: string): string =>
  wordsOf(name)
    .map((word) => word.charAt(0))
    .filter((letter) => /\p{L}/u.test(letter))
    .slice(0, 2)
    .join('')
    .toUpperCase()

/** 'María' of 'Dra. María Echeverri'. */
export const firstName = (name: string): string => wordsOf(name)[0]!
