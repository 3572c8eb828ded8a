import type { EmailTemplates } from '../../emails/types.ts'
import { dayMonth, amPm, nowIn, clockTime } from '#domain/dates.ts'
import { isOfBackups, isWeekly, OPERATOR_WARNINGS, type OperatorWarning } from '#domain/warnings.ts'
import type { FastifyBaseLogger } from 'fastify'
import { createHash } from 'node:crypto'
import type { Config } from '../config.ts'
import { reasonOf, type Mailer } from '../mail/mailer.ts'
import { administratorEmails, countAsTold, takeTurn } from './tell-queries.ts'
import { look, type WatchDeps } from './warnings.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** A process that has just begun may have what it needs in a moment: its first backup, above all. */
const PATIENCE_MS = 10 * MINUTE
const RETRY_MS = 30 * MINUTE
const MOST_READERS = 10

export interface TellDeps extends WatchDeps {
  log: Pick<FastifyBaseLogger, 'error'>
  mailer: Pick<Mailer, 'send'>
  render: Pick<EmailTemplates, 'operatorWarning'>
  mails: Pick<Config, 'mailFrom' | 'publicUrl' | 'operatorEmail'>
}

/**
 * A job that mails whoever runs the installation what no visitor sees: that backups fail, or the disk fills up. Once a day
 * while it lasts, or once a week, by one of all processes.
 */
export function operatorTeller() {
  const since = new Map<OperatorWarning, number>()
  return async (deps: TellDeps): Promise<void> => {
    const at = deps.now()
    const { holds, backupAt, rehearsalFault } = await look(deps)
    for (const warning of OPERATOR_WARNINGS) {
      if (!holds[warning]) {
        since.delete(warning)
        continue
      }
      const first = Math.min(since.get(warning) ?? at, at)
      since.set(warning, first)
      if (at - first >= PATIENCE_MS) await tell(deps, warning, { backupAt, rehearsalFault })
    }
  }
}

async function tell(
  { db, now, config, mailer, render, mails, log }: TellDeps,
  warning: OperatorWarning,
  { backupAt, rehearsalFault }: Pick<Awaited<ReturnType<typeof look>>, 'backupAt' | 'rehearsalFault'>,
) {
  const at = now()
  const before = at - (isWeekly(warning) ? 7 : 1) * DAY
  // Another reason than the one told is not kept from anybody for a week.
  const about = isWeekly(warning) ? `${warning} ${markOf(rehearsalFault)}` : warning
  // Whoever dies before a mail leaves has told nobody: another one tells it then.
  const retryAt = before + RETRY_MS
  if (!(await takeTurn(db, about, { nowMs: at, after: before, until: retryAt }))) return
  const { mailFrom, publicUrl, operatorEmail } = mails
  const readers = operatorEmail ? [operatorEmail] : await administratorEmails(db, MOST_READERS)
  const zone = config.backups?.zone ?? 'America/Bogota'
  const last = isOfBackups(warning) && backupAt !== undefined ? said(backupAt, zone) : null
  const mail = render.operatorWarning({ warning, last, public_url: publicUrl })
  const { hostname } = new URL(publicUrl)
  let told = 0
  for (const [n, to] of readers.entries())
    try {
      await mailer.send(
        {
          ...mail,
          from: mailFrom,
          to,
          messageId: `<operator.${warning}.${Math.floor(at / MINUTE)}.${n}@${hostname}>`,
          date: new Date(at),
          headers: { 'Auto-Submitted': 'auto-generated' },
        },
        () => countAsTold(db, about, at),
      )
      told++
    } catch (error) {
      log.error({ reason: reasonOf(error as Error), warning }, 'the operator could not be mailed')
    }
  // Nobody heard of it: tried again before the day is over.
  if (told === 0) await countAsTold(db, about, retryAt)
}

/** The same for the same reason: figures and names of backups and pictures differ each night. */
const markOf = (fault: string) =>
  createHash('sha256')
    .update(fault.replace(/\S*\d\S*\s*/g, ''))
    .digest('hex')
    .slice(0, 16)

/** '20 de noviembre, 3:30 pm' */
function said(at: number, zone: string): string {
  const { date, minute } = nowIn(zone, at)
  return `${dayMonth(date)}, ${amPm(clockTime(minute))}`
}
