import type { Socket } from 'node:net'
import { Readable, type Transform } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { MailError, type Mail, type Mailer } from './mailer.ts'
import { compile, type Envelope } from './mime.ts'

const TIMEOUTS = {
  connect: 10_000,
  greeting: 10_000,
  /** Time-out for silence during a conversation. */
  socket: 20_000,
  /** Time-out for all until the last byte: a server that answers letter by letter is never silent. */
  conversation: 120_000,
  /** Time-out for silence after the last byte. RFC 5321 4.5.3.2.6: giving up sooner produces duplicates. */
  answer: 600_000,
  /** Time-out of an unused connection. */
  idle: 30_000,
}

/**
 * Sends by SMTP to `url` (smtp:// or smtps://, with user:password if required; STARTTLS when offered).
 * Connections are reused; there are at most as many as mails sent in parallel.
 */
export function smtpMailer(url: string, timeouts: Partial<typeof TIMEOUTS> = {}): Mailer {
  const limits = { ...TIMEOUTS, ...timeouts }
  const idle = new Map<SMTPConnection, NodeJS.Timeout>()
  const busy = new Set<SMTPConnection>()
  let closed = false

  const keep = (connection: SMTPConnection) => {
    if (closed || connection.destroyed) return leave(connection)
    socketOf(connection)?.setTimeout(limits.idle + limits.socket)
    const timer = setTimeout(() => {
      idle.delete(connection)
      leave(connection)
    }, limits.idle)
    idle.set(connection, timer.unref())
  }

  const takeIdle = () => {
    for (const [connection, timer] of idle) {
      clearTimeout(timer)
      idle.delete(connection)
      if (connection.destroyed) continue
      socketOf(connection)?.setTimeout(limits.socket)
      return connection
    }
  }

  return {
    async send(mail: Mail, beforeLastByte) {
      const { envelope, message } = await compile(mail)
      for (;;) {
        const reused = takeIdle()
        const connection = reused ?? (await open(url, limits))
        busy.add(connection)
        try {
          await transmit(connection, { envelope, message, beforeLastByte, isReused: !!reused }, limits)
          return keep(connection)
        } catch (error) {
          connection.close()
          // The server may have closed a connection while it was idle, which says nothing about this mail.
          if (!(reused && error instanceof Stale) || closed) throw error
        } finally {
          busy.delete(connection)
        }
      }
    },
    breakOff() {
      closed = true
      for (const connection of busy) socketOf(connection)?.destroy(new Error(STOPPED))
    },
    async close() {
      closed = true
      for (const [connection, timer] of idle) {
        clearTimeout(timer)
        leave(connection)
      }
      idle.clear()
    },
  }
}

/** The connection ended before the mail's last byte, without an answer about this mail. */
class Stale extends MailError {}

async function open(url: string, limits: typeof TIMEOUTS): Promise<SMTPConnection> {
  const { protocol, hostname, port, username, password } = new URL(url)
  const connection = new SMTPConnection({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port || undefined,
    secure: protocol === 'smtps:' || undefined,
    connectionTimeout: limits.connect,
    greetingTimeout: limits.greeting,
    socketTimeout: limits.socket,
  })
  let timer: NodeJS.Timeout | undefined
  try {
    // Before the connection: what fails in its callbacks ends the process.
    const login = { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
    await new Promise<void>((resolve, reject) => {
      timer = setTimeout(() => reject(new Error(TOO_SLOW)), limits.conversation)
      // Stays attached: an 'error' event without a listener would end the process.
      connection.on('error', reject)
      connection.once('end', () => reject(new Error('The mail server closed the connection')))
      const done = (error?: Error | null) => (error ? reject(error) : resolve())
      connection.connect((error) => {
        if (error || !username || !connection.allowsAuth) return done(error)
        connection.login(login, done)
      })
    })
  } catch (cause) {
    connection.close()
    throw new MailError('connect', (cause as Error).message, { cause })
  } finally {
    clearTimeout(timer)
  }
  return connection
}

const TOO_SLOW = 'The mail server was too slow'
const STOPPED = 'The mail server had not answered when this process was stopped'
const OUT_OF_STEP = 'The answers of the mail server do not fit what it was asked'

interface Transmission {
  envelope: Envelope
  message: Buffer
  beforeLastByte: () => Promise<void>
  isReused: boolean
}

function transmit(
  connection: SMTPConnection,
  { envelope, message, beforeLastByte, isReused }: Transmission,
  limits: typeof TIMEOUTS,
): Promise<void> {
  let phase: 'before' | 'after' = 'before'
  let over = false
  let begun = false
  let isOutOfStep = false
  let hook: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  const patience = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => socketOf(connection)?.destroy(new Error(TOO_SLOW)), ms)
  }

  // The library writes the final dot right after this stream ends, so the end waits for the hook.
  const body = new Readable({
    read() {
      if (!hook) this.push(message)
      hook ??= flushed(connection, this, () => over)
        .then(() => {
          if (over) return
          if (isReused && !isInStep(connection)) {
            isOutOfStep = true
            throw new Error(OUT_OF_STEP)
          }
          begun = true
          return beforeLastByte()
        })
        .then(() => {
          if (over) return
          phase = 'after'
          socketOf(connection)?.setTimeout(limits.answer)
          patience(limits.answer)
          this.push(null)
        })
      hook.catch((error: Error) => this.destroy(error))
    },
  })

  return new Promise((resolve, reject) => {
    patience(limits.conversation)
    connection.send(envelope, body, async (error) => {
      over = true
      clearTimeout(timer)
      if (!error && phase === 'after' && isYes(connection)) return resolve()
      // The hook's write has to finish before the caller can undo it.
      await hook?.catch(() => {})
      if (error && !isOutOfStep) return reject(translate(error, phase, { begun, isPlain: isPlain(envelope) }))
      // A yes before the last byte was not said to this mail, and one that is also a no may be either.
      reject(
        phase === 'before'
          ? new (begun ? MailError : Stale)('before', OUT_OF_STEP)
          : new MailError('after', OUT_OF_STEP),
      )
    })
  })
}

/**
 * Whether the last answer is the one to DATA. A server that answered the mail before twice is one answer ahead from then on: what
 * it says of this one would be taken for what it says of the next.
 */
const isInStep = (connection: SMTPConnection) => String(connection.lastServerResponse).startsWith('354')

/** Each line of a reply has its code. */
const isYes = (connection: SMTPConnection) =>
  String(connection.lastServerResponse)
    .split('\n')
    .every((line) => line.startsWith('2'))

/**
 * Waits until the kernel has every byte so far. Only the kernel's bytes are still sent when this process is
 * killed, so the last byte must not queue behind others in the process.
 */
async function flushed(connection: SMTPConnection, body: Readable, isOver: () => boolean) {
  const waiting = () => {
    const data = (connection as unknown as { _currentDataStream: Transform | false })._currentDataStream
    const inside = data ? data.writableLength + data.readableLength : 0
    return body.readableLength + inside + (socketOf(connection)?.writableLength ?? 0) > 0
  }
  do await new Promise(setImmediate)
  while (!isOver() && waiting() && (await sleep(2, true)))
}

/** Others are announced with the sender, so that it is refused because of them. */
const isPlain = ({ from, to }: Envelope) => /^[\x20-\x7e]*$/.test([from, to].join())

function translate(
  error: Error & { code?: string; command?: string; response?: string; responseCode?: number },
  phase: 'before' | 'after',
  { begun, isPlain }: { begun: boolean; isPlain: boolean },
): MailError {
  const answered = (error.responseCode ?? 0) >= 400
  // An answer other than 250 to the last byte is a refusal: the server does not have the mail.
  // It wants a log-in first, or not this sender: no mail of ours would pass. (Other answers are about the size or the
  // letters of this one.) Once its last byte may have been written, its outcome has to be stored.
  const isSender =
    isPlain && error.command === 'MAIL FROM' && [550, 551, 553, 554].includes(error.responseCode!)
  if (!begun && (error.responseCode === 530 || isSender))
    return new MailError('connect', error.message, { cause: error })
  if (answered && error.responseCode !== 421)
    return new MailError('before', error.message, { permanent: error.responseCode! >= 500, cause: error })
  if (phase === 'after') return new MailError(answered ? 'before' : 'after', error.message, { cause: error })
  // What the server said, 421 or what is no reply at all, is no fault of this mail.
  const ours = !error.response && (error.code === 'EENVELOPE' || error.code === 'EMESSAGE')
  if (ours) return new MailError('before', error.message, { permanent: true, cause: error })
  return new (begun || error.code === 'ESTREAM' ? MailError : Stale)('before', error.message, {
    cause: error,
  })
}

/** Says goodbye without waiting long for the answer. */
function leave(connection: SMTPConnection) {
  if (connection.destroyed) return
  connection.quit()
  setTimeout(() => connection.close(), 1000).unref()
}

const socketOf = (connection: SMTPConnection) => (connection._socket || undefined) as Socket | undefined
