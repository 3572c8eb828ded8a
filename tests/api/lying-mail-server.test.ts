import { MailError, type Mail } from '#server/mail/mailer.ts'
import { smtpMailer } from '#server/mail/smtp.ts'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { after, describe, test } from 'node:test'

/** What is said to a command, as it goes over the line; undefined: nothing yet. */
type Script = (command: string, socket: Socket) => string | undefined | void

const ends: (() => void)[] = []
after(() => {
  for (const end of ends) end()
})

/** A mail server that says what `script` says, and the ordinary otherwise. */
async function scripted(script: Script = () => {}) {
  const received: string[] = []
  let connections = 0
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    connections++
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    socket.write('220 mail.example ESMTP\r\n')
    let text = ''
    let isData = false
    const answer = (command: string, ordinary: string) => socket.write(script(command, socket) ?? ordinary)
    socket.on('data', (chunk) => {
      text += chunk.toString()
      for (;;) {
        const end = isData ? text.indexOf('\r\n.\r\n') : text.indexOf('\r\n')
        if (end < 0) return
        const line = text.slice(0, end)
        text = text.slice(end + (isData ? 5 : 2))
        if (isData) {
          isData = false
          received.push(/^Subject: (.*)$/m.exec(line)![1]!.trim())
          answer('.', '250 taken\r\n')
        } else if (line === 'DATA') {
          isData = true
          answer('DATA', '354 go on\r\n')
        } else answer(line.split(/[ :]/)[0]!.toUpperCase(), '250 ok\r\n')
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const mailer = smtpMailer(`smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    socket: 500,
    conversation: 1500,
    answer: 1500,
  })
  ends.push(() => {
    void mailer.close()
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const mail = (subject: string): Mail => ({
    from: 'citas@enpunto.example',
    to: 'ana@example.com',
    subject,
    html: '<p>Hola</p>',
    text: 'Hola',
    messageId: `<${subject}@enpunto.example>`,
  })
  let lastBytes = 0
  const send = (subject: string) => mailer.send(mail(subject), async () => void lastBytes++)
  return { send, received, connections: () => connections, lastBytes: () => lastBytes }
}

const failsIn = (phase: MailError['phase']) => (error: unknown) => {
  assert.ok(error instanceof MailError)
  assert.equal(error.phase, phase, error.message)
  return true
}

describe('a mail server that', () => {
  test('says yes twice at once: the next mail takes a connection of its own', async () => {
    const server = await scripted((command) => (command === '.' ? '250 taken\r\n250 taken\r\n' : undefined))
    for (const subject of ['uno', 'dos', 'tres']) await server.send(subject)
    assert.deepEqual(server.received, ['uno', 'dos', 'tres'])
    assert.equal(server.lastBytes(), 3)
  })

  for (const extra of [1, 2])
    test(`says yes ${extra} more times when the next mail begins: its refusal is not taken for a yes, and nothing goes twice`, async () => {
      let mails = 0
      let refuses = true
      const server = await scripted((command) => {
        if (command === 'MAIL' && ++mails === 2) return '250 taken\r\n'.repeat(extra) + '250 ok\r\n'
        if (command === '.' && mails > 1 && refuses) return '554 no\r\n'
      })
      await server.send('uno')
      await assert.rejects(server.send('dos'), (error: MailError) => {
        assert.deepEqual([error.phase, error.permanent], ['before', true], error.message)
        return true
      })
      assert.equal(server.connections(), 2, 'the answers that were one too many ended the first one')
      refuses = false
      await server.send('tres')
      assert.deepEqual(server.received, ['uno', 'dos', 'tres'], 'each once')
    })

  test('never ends a reply, line after line or letter by letter, is left after a while', async () => {
    for (const piece of ['250-still here\r\n', '2']) {
      const server = await scripted((command, socket) => {
        if (command !== 'RCPT') return
        const timer = setInterval(() => socket.write(piece), 50)
        socket.on('close', () => clearInterval(timer))
        return ''
      })
      await assert.rejects(server.send('uno'), failsIn('before'))
      assert.deepEqual(server.received, [])
    }
  })

  test('never ends its greeting’s answer is nobody to talk to', async () => {
    const server = await scripted((command, socket) => {
      if (command !== 'EHLO') return
      const timer = setInterval(() => socket.write('250-SIZE\r\n'), 50)
      socket.on('close', () => clearInterval(timer))
      return ''
    })
    await assert.rejects(server.send('uno'), failsIn('connect'))
  })

  for (const [what, answer] of [
    ['refuses', '454 4.7.0 TLS not available\r\n'],
    ['answers in the clear after', '220 go on\r\n250 ok\r\n250 ok\r\n'],
    ['says nothing after', '220 go on\r\n'],
    ['hangs up at', undefined],
  ] as const)
    test(`${what} the STARTTLS that it offered gets no mail in the clear`, async () => {
      const server = await scripted((command, socket) => {
        if (command === 'EHLO') return '250-mail.example\r\n250 STARTTLS\r\n'
        if (command !== 'STARTTLS') return
        if (answer === undefined) socket.destroy()
        return answer ?? ''
      })
      await assert.rejects(server.send('uno'), failsIn('connect'))
      assert.deepEqual([server.received, server.lastBytes()], [[], 0])
    })

  test('answers the last byte letter by letter may have it', async () => {
    const server = await scripted((command, socket) => {
      if (command !== '.') return
      const timer = setInterval(() => socket.write('2'), 50)
      socket.on('close', () => clearInterval(timer))
      return ''
    })
    await assert.rejects(server.send('uno'), failsIn('after'))
    assert.deepEqual(server.received, ['uno'])
  })

  for (const command of ['MAIL', 'RCPT', 'DATA'])
    test(`answers ${command} with 421, or with what is no reply, has refused nothing for good`, async () => {
      for (const reply of ['421 4.7.0 too many connections\r\n', '\u00ff\u00fe hola\r\n', '100 what\r\n']) {
        const server = await scripted((asked) => (asked === command ? reply : undefined))
        await assert.rejects(server.send('uno'), (error: MailError) => {
          assert.deepEqual([error.phase, error.permanent], ['before', false], error.message)
          return true
        })
        assert.equal(server.lastBytes(), 0)
      }
    })

  test('wants a log-in once it has the mail has refused it', async () => {
    const server = await scripted((command) => (command === '.' ? '530 5.7.0 log in\r\n' : undefined))
    await assert.rejects(server.send('uno'), failsIn('before'))
    const early = await scripted((command) => (command === 'MAIL' ? '530 5.7.0 log in\r\n' : undefined))
    await assert.rejects(early.send('uno'), failsIn('connect'))
  })

  test('says 250 and 550 in one reply, or nothing that is a reply, has not said yes', async () => {
    for (const reply of ['250-taken\r\n550 no\r\n', 'hola\r\n', '000 what\r\n']) {
      const server = await scripted((command) => (command === '.' ? reply : undefined))
      await assert.rejects(server.send('uno'), MailError)
      assert.equal(server.lastBytes(), 1)
    }
  })
})
