/**
 * A minimal mail server that accepts everything and stores nothing: prints its address when it listens, and
 * reports its processor time to its parent on request.
 */
import { createServer, type AddressInfo } from 'node:net'

/** Commands may be pipelined, as real mail servers allow. */
const EHLO = '250-sink\r\n250-PIPELINING\r\n250 8BITMIME\r\n'

const server = createServer((socket) => {
  let inMail = false
  let rest = ''
  socket.setNoDelay(true).setEncoding('latin1')
  socket.on('error', () => {})
  socket.write('220 sink\r\n')
  socket.on('data', (chunk: string) => {
    rest += chunk
    let answers = ''
    for (;;) {
      const end = inMail ? rest.indexOf('\r\n.\r\n') : rest.indexOf('\r\n')
      if (end === -1) {
        // Only the end of a long mail is needed to detect where it ends.
        if (inMail && rest.length > 4) rest = rest.slice(-4)
        if (answers) socket.write(answers)
        return
      }
      const line = inMail ? '.' : rest.slice(0, end).toUpperCase()
      rest = rest.slice(end + (inMail ? 5 : 2))
      inMail = line === 'DATA'
      if (line === 'QUIT') return void socket.end(answers + '221 bye\r\n')
      answers += inMail ? '354 go\r\n' : line.startsWith('EHLO') ? EHLO : '250 ok\r\n'
    }
  })
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`smtp://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send!((user + system) / 1e6)
})
