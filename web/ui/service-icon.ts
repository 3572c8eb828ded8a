import { calendar } from './icons.ts'

const SCISSORS =
  'M3 6a3 3 0 1 0 6 0 3 3 0 1 0-6 0M8.12 8.12 12 12M20 4 8.12 15.88M3 18a3 3 0 1 0 6 0 3 3 0 1 0-6 0M14.8 14.8 20 20'
const HAND =
  'M18 11V6a2 2 0 0 0-4 0M14 10V4a2 2 0 0 0-4 0v2M10 10.5V6a2 2 0 0 0-4 0v8M18 8a2 2 0 1 1 4 0v6a8 8 0 0 1-8 8h-2c-2.8 0-4.5-.86-5.99-2.34l-3.6-3.6a2 2 0 0 1 2.83-2.82L7 15'
const BRUSH =
  'm11 10 3 3M6.5 21A3.5 3.5 0 1 0 3 17.5a2.62 2.62 0 0 1-.708 1.792A1 1 0 0 0 3 21zM9.969 17.031 21.378 5.624a1 1 0 0 0-3.002-3.002L6.967 14.031'
const SPARKLES =
  'M11.017 2.814a1 1 0 0 1 1.966 0l1.051 5.558a2 2 0 0 0 1.594 1.594l5.558 1.051a1 1 0 0 1 0 1.966l-5.558 1.051a2 2 0 0 0-1.594 1.594l-1.051 5.558a1 1 0 0 1-1.966 0l-1.051-5.558a2 2 0 0 0-1.594-1.594l-5.558-1.051a1 1 0 0 1 0-1.966l5.558-1.051a2 2 0 0 0 1.594-1.594zM20 2v4M22 4h-4M2 20a2 2 0 1 0 4 0 2 2 0 1 0-4 0'
const EYE =
  'M2.062 12.348a1 1 0 0 1 0-.696 10.75 10.75 0 0 1 19.876 0 1 1 0 0 1 0 .696 10.75 10.75 0 0 1-19.876 0M9 12a3 3 0 1 0 6 0 3 3 0 1 0-6 0'
const FEET =
  'M4 16v-2.38C4 11.5 2.97 10.5 3 8c.03-2.72 1.49-6 4.5-6C9.37 2 10 3.8 10 5.5c0 3.11-2 5.66-2 8.68V16a2 2 0 1 1-4 0zM20 20v-2.38c0-2.12 1.03-3.12 1-5.62-.03-2.72-1.49-6-4.5-6C14.63 6 14 7.8 14 9.5c0 3.11 2 5.66 2 8.68V20a2 2 0 1 0 4 0zM16 17h4M4 13h4'
const HEART =
  'M19 14c1.5-1.5 3-3.2 3-5.5A5.5 5.5 0 0 0 16.5 3c-1.8 0-3 .5-4.5 2-1.5-1.5-2.7-2-4.5-2A5.5 5.5 0 0 0 2 8.5c0 2.3 1.5 4 3 5.5l7 7z'

// The first match wins: 'pedicura' before the hand's 'cura', 'cejas' before the scissors' 'diseño'.
const KEYWORDS: [RegExp, string][] = [
  [/\bpedi(?!at)|\bpies?\b|podolog/, FEET],
  [/ceja|pestañ|\bojos?\b|mirada|visual|optom/, EYE],
  [/uña|\bmani|esmalt|acríl|acril|\bgel\b/, HAND],
  [/color|tinte|balayage|mecha|maquill|henna|pint/, BRUSH],
  [/cort|barb|cabell|peina|cepill|peluq|trenz/, SCISSORS],
  [/masaj|\bspa\b|relaj|terap|consult|salud|médic|medic|psic|fisio/, HEART],
  [/kerat|facial|limpi|piel|hidrat|tratam|estét|depil|láser|laser|peeling/, SPARKLES],
]

/** The icon of a service without a picture, chosen by the words of its name. */
export function serviceIcon(name: string): string {
  const words = name.toLowerCase()
  return KEYWORDS.find(([pattern]) => pattern.test(words))?.[1] ?? calendar
}
