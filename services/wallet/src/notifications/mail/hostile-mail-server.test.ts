import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createMailSender } from './send-mail.ts'

const DEADLINES = { stepMs: 100, totalMs: 300 }
const DRIP_MS = 20

/** A server that treats each connection as it likes. `closed`: resolves when our side has closed the first one. */
async function open(treat: (socket: Socket) => void) {
  const closed = Promise.withResolvers<void>()
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('close', () => closed.resolve())
    treat(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
  const send = createMailSender({ url, from: 'shop@example.org' }, DEADLINES)
  return { closed: closed.promise, send: () => send({ to: 'alice@example.org', subject: 'Ticket', text: 'Number 7' }) }
}

/** The text again and again, a byte at a time, and never its end. */
function drip(socket: Socket, text: string): void {
  let sent = 0
  const timer = setInterval(() => {
    socket.write(text[sent % text.length] ?? '')
    sent += 1
  }, DRIP_MS)
  socket.once('close', () => clearInterval(timer))
}

/** Answers each line of the client until one matches; from then on it does something else. */
function answerUntil(last: RegExp, then: (socket: Socket) => void) {
  return (socket: Socket): void => {
    socket.write('220 ready\r\n')
    const hear = (chunk: Buffer): void => {
      const line = chunk.toString()
      if (last.test(line)) {
        socket.off('data', hear)
        return then(socket)
      }
      socket.write(line.startsWith('DATA') ? '354 go on\r\n' : '250 go on\r\n')
    }
    socket.on('data', hear)
  }
}

const SILENT = (socket: Socket): void => void socket.resume()

test.each<[string, (socket: Socket) => void]>([
  ['accepts and stays silent', SILENT],
  ['sends its greeting byte by byte, without an end', (socket) => drip(socket, '220-welcome\r\n')],
  ['falls silent after the greeting', answerUntil(/^EHLO/, SILENT)],
  ['drips its answer to the greeting', answerUntil(/^EHLO/, (socket) => drip(socket, '250-more\r\n'))],
  ['falls silent once it has the mail', answerUntil(/\r\n\.\r\n$/, SILENT)],
  ['drips its receipt for the mail', answerUntil(/\r\n\.\r\n$/, (socket) => drip(socket, '250-kept\r\n'))],
  ['says that it accepts without being asked', (socket) => void socket.write('250 kept\r\n'.repeat(100))],
  ['speaks another protocol', (socket) => void socket.write('HTTP/1.1 200 OK\r\n\r\n')],
])('a mail server that %s: the mail fails in time, and the connection is closed', async (_what, treat) => {
  const { send, closed } = await open(treat)
  await expect(send()).rejects.toThrow()
  await closed
})
