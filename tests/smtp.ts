import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface Received {
  from: string
  to: string[]
  raw: string
  mail: Email
}

/** `drop`: the server accepts the message, but the connection breaks before it can say so. */
export type Answer = { code: number; text: string } | 'drop' | undefined | void

/** A real mail server on loopback that keeps what it receives, and fails on demand. */
export interface Sink {
  url: string
  /** Accepted messages in order, without refused ones. */
  received: Received[]
  connections: number
  /** How many messages have begun to arrive. */
  began: number
  /** How many messages have arrived and are not answered yet. */
  waiting: number
  /** Decides the answer to MAIL FROM; 250 by default. */
  onSender: (() => Answer) | undefined
  /** Decides the answer to RCPT TO; 250 by default. */
  onRecipient: ((address: string) => Answer) | undefined
  /** Decides the answer to the whole message, before it is given; 250 by default. */
  onMessage: ((received: Received) => Answer | Promise<Answer>) | undefined
  /** Breaks all connections and stops listening. */
  stop(): Promise<void>
  /** Listens again on the same port. */
  start(): Promise<void>
}

interface SinkOptions {
  /** The user and password that it requires. */
  auth?: { user: string; pass: string }
  /** Whether it speaks TLS, with a certificate that nobody has signed. */
  isSelfSigned?: boolean
}

/** Starts a mail server on a free port. */
export async function startSink({ auth, isSelfSigned = false }: SinkOptions = {}): Promise<Sink> {
  let port = 0
  let server: SMTPServer | undefined
  const sockets = new Set<Socket>()

  const sink: Sink = {
    url: '',
    received: [],
    connections: 0,
    began: 0,
    waiting: 0,
    onSender: undefined,
    onRecipient: undefined,
    onMessage: undefined,
    async start() {
      server = listen()
      server.listen(port, '127.0.0.1')
      await once(server.server, 'listening')
      port = (server.server.address() as AddressInfo).port
      sink.url = `${isSelfSigned ? 'smtps' : 'smtp'}://${auth ? `${auth.user}:${auth.pass}@` : ''}127.0.0.1:${port}`
    },
    async stop() {
      const stopped = new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()))
      server = undefined
      for (const socket of sockets) socket.destroy()
      await stopped
    },
  }

  const listen = () => {
    const smtp = new SMTPServer({
      secure: isSelfSigned,
      disabledCommands: auth ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
      allowInsecureAuth: true,
      closeTimeout: 100,
      onAuth: ({ username, password }, _session, done) =>
        username === auth?.user && password === auth?.pass
          ? done(null, { user: username })
          : done(failure({ code: 535, text: 'Authentication failed' })),
      onMailFrom(_address, _session, done) {
        const answer = sink.onSender?.()
        done(answer && answer !== 'drop' ? failure(answer) : undefined)
      },
      onRcptTo({ address }, _session, done) {
        const answer = sink.onRecipient?.(address)
        done(answer && answer !== 'drop' ? failure(answer) : undefined)
      },
      async onData(stream, session, done) {
        sink.began++
        const chunks: Buffer[] = []
        try {
          for await (const chunk of stream) chunks.push(chunk)
        } catch {
          return
        }
        const raw = Buffer.concat(chunks).toString()
        const message = {
          from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
          to: session.envelope.rcptTo.map(({ address }) => address),
          raw,
          mail: await PostalMime.parse(raw),
        }
        sink.waiting++
        const answer = await sink.onMessage?.(message)
        sink.waiting--
        if (!answer || answer === 'drop') sink.received.push(message)
        if (answer === 'drop') return socketOf(session.remotePort)?.destroy()
        done(answer ? failure(answer) : null)
      },
    })
    smtp.on('error', () => {})
    smtp.server.on('connection', (socket) => {
      sink.connections++
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    })
    return smtp
  }
  const socketOf = (remotePort: number) => [...sockets].find((socket) => socket.remotePort === remotePort)

  await sink.start()
  return sink
}

const failure = ({ code, text }: { code: number; text: string }) =>
  Object.assign(new Error(text), { responseCode: code })

/** Waits until `condition` holds, or fails after `ms`. */
export async function until(condition: () => unknown, ms = 10_000, what = 'the condition'): Promise<void> {
  const deadline = Date.now() + ms
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`${what} did not come true in ${ms} ms`)
    await sleep(5)
  }
}
