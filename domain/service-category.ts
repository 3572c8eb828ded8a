/** What services belong to, where a page has many of them. */

// The first match wins.
const CATEGORIES: [RegExp, string][] = [
  [/ceja|pestañ|mirada/, 'Cejas y pestañas'],
  [/uña|\bmani|\bpedi(?!at)|esmalt|acríl|acril|\bgel\b/, 'Uñas'],
  [/barb|bigote/, 'Barba'],
  [/maquill/, 'Maquillaje'],
  [/depil|láser|laser|\bcera\b/, 'Depilación'],
  [/masaj|\bspa\b|relaj/, 'Masajes'],
  [/facial|limpi|piel|peeling/, 'Rostro'],
  [/color|tinte|balayage|mecha|cort|cabell|peina|cepill|peluq|trenz|kerat|alis|hidrat/, 'Cabello'],
  [/consult|médic|medic|salud|psic|fisio|terap|podolog|optom|odont|dental/, 'Consulta'],
]

const OTHER = 'Otros'

// Their words mean something else: the laser of a dentist removes no hair.
const UNKNOWN_WORDS = [
  'Consultorio Médico',
  'Consultorio Dental',
  'Taller de Reparación',
  'Consultoría',
  'Centro de Capacitación',
]

/** By the words of a service's name, 'Cabello', 'Uñas' … or 'Otros'. */
export function serviceCategory(name: string, businessType: string): string {
  if (UNKNOWN_WORDS.includes(businessType)) return OTHER
  const words = name.toLowerCase()
  return CATEGORIES.find(([pattern]) => pattern.test(words))?.[1] ?? OTHER
}
