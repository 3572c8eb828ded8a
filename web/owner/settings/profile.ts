import type { Profile, ProfileChanges } from '../data/business.ts'

export type { Profile, ProfileChanges }

/** The properties of every tab. */
export interface SectionProps {
  profile: Profile
}

/** The length as the rules count it: an emoji is one character. */
export const lengthOf = (text: string): number => [...text.trim()].length
