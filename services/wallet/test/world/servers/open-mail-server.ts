import { type AddressInfo, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export interface ReceivedMail {
  readonly to: string[]
  readonly data: string
}

export interface MailServer {
  readonly url: string
  readonly received: ReceivedMail[]
  /** The next recipients are refused for now. */
  refuseNext(recipients: number): void
}

/** For tests: a server that speaks as much SMTP (RFC 5321) as a mail needs. `refused`: part of an address it never takes. */
export async function openMailServer(refused = ''): Promise<MailServer> {
  const received: ReceivedMail[] = []
  let busy = 0
  const refusalOf = (line: string): string | undefined => {
    if (refused !== '' && line.includes(refused)) return '550 no such user'
    if (busy === 0) return undefined
    busy -= 1
    return '451 later'
  }
  const server = createServer((socket) => talk(socket, received, refusalOf))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, received, refuseNext: (recipients) => void (busy = recipients) }
}

function talk(socket: Socket, received: ReceivedMail[], refusalOf: (line: string) => string | undefined): void {
  let to: string[] = []
  let data: string[] | undefined
  let rest = ''
  const say = (line: string): boolean => socket.write(`${line}\r\n`)
  const obey = (line: string): void => {
    if (data !== undefined) {
      if (line !== '.') return void data.push(line)
      received.push({ to, data: data.join('\n') })
      data = undefined
      to = []
      say('250 kept')
    } else if (/^EHLO|^HELO|^MAIL/i.test(line)) say('250 go on')
    else if (/^RCPT/i.test(line)) {
      const refusal = refusalOf(line)
      if (refusal !== undefined) return void say(refusal)
      to.push(/<(.*)>/.exec(line)?.[1] ?? '')
      say('250 known')
    } else if (/^DATA/i.test(line)) {
      data = []
      say('354 write')
    } else if (/^QUIT/i.test(line)) {
      say('221 bye')
      socket.end()
    } else say('502 what')
  }
  say('220 ready')
  socket.setEncoding('utf8')
  socket.on('data', (chunk: string) => {
    const lines = `${rest}${chunk}`.split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) obey(line)
  })
  socket.on('error', () => undefined)
}
