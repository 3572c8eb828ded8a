/**
 * `npm run secrets -- --forget-key`: the key that sealed the secrets in the database is lost for good, and the one that the servers
 * have from now on seals what is new.
 */
import { BackupError } from '#server/backup/error.ts'
import { forgetKeyMark } from '#server/secrets-queries.ts'
import { parseArgs } from 'node:util'
import { command, withTables } from './backup/command.ts'

await command(async (config) => {
  const { values } = parseArgs({ options: { 'forget-key': { type: 'boolean' } } })
  if (!values['forget-key'])
    throw new BackupError('Say that the key is lost for good: npm run secrets -- --forget-key.')
  const wasThere = await withTables(config, forgetKeyMark)
  console.log(
    wasThere
      ? 'The former key is forgotten: what it sealed stays unreadable, and the next secret is sealed with the key that the servers have.'
      : 'No key had sealed anything here: there was nothing to forget.',
  )
})
