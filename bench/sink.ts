/** A mail server that takes everything and keeps nothing, as lean as it can be: prints its address when it listens. */
import { createServer, type AddressInfo } from 'node:net'

const server = createServer((socket) => {
  let inMail = false
  let rest = ''
  socket.setNoDelay(true).setEncoding('latin1')
  socket.on('error', () => {})
  socket.write('220 sink\r\n')
  socket.on('data', (chunk: string) => {
    rest += chunk
    for (;;) {
      const end = inMail ? rest.indexOf('\r\n.\r\n') : rest.indexOf('\r\n')
      if (end === -1) {
        // Only the end of a long mail is needed to know where it ends.
        if (inMail && rest.length > 4) rest = rest.slice(-4)
        return
      }
      const line = inMail ? '.' : rest.slice(0, end).toUpperCase()
      rest = rest.slice(end + (inMail ? 5 : 2))
      inMail = line === 'DATA'
      socket.write(inMail ? '354 go\r\n' : line === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n')
      if (line === 'QUIT') return void socket.end()
    }
  })
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`smtp://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
