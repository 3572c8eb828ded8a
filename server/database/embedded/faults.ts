/** Why the embedded PostgreSQL is not there, as sentences for the operator. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { diskFull } from '../../start-error.ts'

const NO_ROOM = /No space left|Disk quota/i
/** What a limit of file sizes makes of a write beyond it. */
const FILE_LIMIT = /File too large/i
/** What it answers while it starts is no reason. */
const REASON = /(?:FATAL|PANIC): +(?!the database system is )(.+)/g

export function whyNotMade(dataDir: string, said: string): string {
  if (NO_ROOM.test(said)) return diskFull(dataDir)
  if (FILE_LIMIT.test(said)) return fileLimit(dataDir)
  const line = said.split('\n').find((text) => /error|fatal|cannot/i.test(text)) ?? said
  return `PostgreSQL could not be set up in ${dataDir}: ${line
    .replace(/^initdb: (error: )?/, '')
    .trim()
    .replace(/\.$/, '')}.`
}

/** With the last thing that its log says. */
export const whyNotStarted = (dataDir: string) => why(dataDir, 'does not start')

/** The same of one that was begun and does not come to answer. */
export const whyNotReady = (dataDir: string) => why(dataDir, 'was not ready in 30 s')

/** Of a server that answers, but is no process of this machine, or of this container. */
export const unseen = (dataDir: string) =>
  `The database in ${dataDir} is in use by a process that cannot be seen from here, such as one in another container: stop that container first, or run a command inside of it (podman exec). Two at a time would destroy the data.`

function why(dataDir: string, what: string): string {
  const log = join(dataDir, 'log')
  const newest = filesOf(log)
    .filter((entry) => entry.isFile())
    .map(({ name }) => join(log, name))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0]
  const early = existsSync(startLog(dataDir)) ? readFileSync(startLog(dataDir), 'utf8') : ''
  // The log may be of days before, where a start came to nothing before there was any.
  const said = early.match(REASON) || !newest ? early : readFileSync(newest, 'utf8')
  if (NO_ROOM.test(said.slice(-2000))) return diskFull(dataDir)
  const reason = said.match(REASON)?.at(-1)
  if (reason && FILE_LIMIT.test(reason)) return fileLimit(dataDir)
  return `PostgreSQL ${what}${reason ? ` (${reason})` : ''}; its log is in ${log}.`
}

/** What PostgreSQL said at its last start, before it had a log. */
export const startLog = (dataDir: string) => `${dataDir}-start.log`

const filesOf = (folder: string) => (existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [])

const fileLimit = (dataDir: string) =>
  `PostgreSQL in ${dataDir} may not write files as large as it needs: lift the limit (ulimit -f unlimited, or LimitFSIZE=infinity in the unit) and start enpunto again.`
