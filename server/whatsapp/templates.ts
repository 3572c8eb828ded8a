import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A message that Meta knows: it is created once, and sent with other values each time. */
export interface Template {
  name: string
  category: 'UTILITY' | 'MARKETING'
  languages: Record<string, TemplateText>
}

interface TemplateText {
  /** With {{1}}, {{2}} … */
  body: string
  /** A sample for each of them, in order. */
  examples: string[]
  /** What quick replies say; their payloads are given with each message. */
  buttons?: string[]
}

const FOLDER = join(import.meta.dirname, 'templates')

/** All templates, as the files beside this one say. */
export const TEMPLATES: readonly Template[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.json'))
  .sort()
  .map((file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Template)

/** Of a card that says none. */
const DEFAULT_LANGUAGE = 'es_CO'
/** Of one whose language no template speaks. */
const FALLBACK = 'es'

/** The language that a template is sent in: that of the card, of its first two letters, or Spanish. */
export function languageFor({ languages }: Template, wanted: string | null): string {
  if (wanted && languages[wanted]) return wanted
  const short = wanted?.slice(0, 2)
  if (!short) return DEFAULT_LANGUAGE
  return Object.keys(languages).find((one) => one === short || one.startsWith(`${short}_`)) ?? FALLBACK
}

/** @throws Error for a template that there is not. */
export function templateOf(name: string): Template {
  const found = TEMPLATES.find((one) => one.name === name)
  if (!found) throw new Error(`There is no template ${name}`)
  return found
}

/** A template's message as the API takes it. Line breaks and many spaces are refused inside a value. */
export function templateMessage(
  name: string,
  { language, values, payloads = [] }: { language: string | null; values: string[]; payloads?: string[] },
) {
  const template = templateOf(name)
  const text = (value: string) => ({ type: 'text', text: value.replace(/\s+/g, ' ').trim() || '-' })
  return {
    type: 'template',
    template: {
      name,
      language: { code: languageFor(template, language) },
      components: [
        { type: 'body', parameters: values.map(text) },
        ...payloads.map((payload, index) => ({
          type: 'button',
          sub_type: 'quick_reply',
          index: String(index),
          parameters: [{ type: 'payload', payload }],
        })),
      ],
    },
  }
}

/** What Meta is asked to create a template with, in each of its languages. */
export const creations = ({ name, category, languages }: Template) =>
  Object.entries(languages).map(([language, { body, examples, buttons }]) => ({
    name,
    category,
    language,
    components: [
      { type: 'BODY', text: body, example: { body_text: [examples] } },
      ...(buttons
        ? [{ type: 'BUTTONS', buttons: buttons.map((text) => ({ type: 'QUICK_REPLY', text })) }]
        : []),
    ],
  }))
