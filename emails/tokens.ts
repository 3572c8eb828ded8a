/** The design tokens as values: mail programs do not support CSS variables. */
import type { BrandVars } from '#domain/colour.ts'

export const COLOUR = {
  page: '#f0f3f2',
  surface: '#ffffff',
  text: '#101714',
  text2: '#474f4b',
  text3: '#5e6763',
  line: '#e3e7e5',
  line2: '#cfd5d2',
  verde: '#046549',
  verdeDark: '#024c36',
  mango: '#feae39',
} as const

/** Mails from enpunto itself, to the owner, are green. */
export const ENPUNTO: BrandVars = {
  '--brand': COLOUR.verde,
  '--brand-2': COLOUR.verdeDark,
  '--on-brand': '#ffffff',
  '--brand-ink': COLOUR.verde,
  '--brand-line': COLOUR.verde,
  '--brand-soft': '#f0fbf6',
}

export const FONT = `Figtree,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif`
