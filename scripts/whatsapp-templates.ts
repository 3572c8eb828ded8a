/**
 * Creates the templates of server/whatsapp/templates in the operator's WhatsApp account, in every language:
 * `npm run whatsapp:templates`. What is there already stays as it is.
 */
import { ConfigError } from '#server/config.ts'
import { unquoted } from '#server/settings/unquoted.ts'
import { readWhatsApp } from '#server/settings/whatsapp.ts'
import { createTemplates } from '#server/whatsapp/create-templates.ts'

try {
  const faults: string[] = []
  const env = unquoted(process.env)
  const settings = readWhatsApp(env, faults, env.NODE_ENV === 'production')
  if (!settings && faults.length === 0) faults.push('Set the keys WHATSAPP_…: docs/operations.md names them.')
  if (settings && !settings.accountId)
    faults.push('WHATSAPP_ACCOUNT_ID is missing: set the id of the WhatsApp Business account.')
  if (!settings || faults.length > 0) throw new ConfigError(faults)
  for await (const { name, language, outcome } of createTemplates(settings)) {
    console.log(`${name} ${language}: ${outcome}`)
    if (outcome !== 'created' && outcome !== 'was there') process.exitCode = 1
  }
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exitCode = 78
}
