import type { WhatsAppSettings } from '../settings/whatsapp.ts'
import { cloudPost } from './cloud-api.ts'
import { creations, TEMPLATES } from './templates.ts'

/** Meta's sub-code for a template that exists in that language. */
const EXISTS = 2388024

/**
 * Creates all templates, one after the other. Meta looks at each before it may be sent.
 * @returns for each: 'created', 'was there', or why it was refused.
 */
export async function* createTemplates(settings: WhatsAppSettings) {
  for (const template of TEMPLATES)
    for (const creation of creations(template)) {
      const { status, text } = await cloudPost(
        settings,
        `${settings.accountId}/message_templates`,
        JSON.stringify(creation),
      )
      const error = status > 299 ? (JSON.parse(text) as Refused).error : undefined
      const outcome = !error
        ? 'created'
        : error.error_subcode === EXISTS
          ? 'was there'
          : `refused, ${status} ${error.message}`
      yield { name: template.name, language: creation.language, outcome }
    }
}

interface Refused {
  error: { message: string; error_subcode?: number }
}
