import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createReader } from '@satchel/http/environment'
import { readMail } from '../config/mail.ts'
import { createMailSender } from './send-mail.ts'

interface Received {
  readonly to: string[]
  readonly data: string
}

/** A server that speaks as much SMTP (RFC 5321) as a mail needs. */
async function openMailServer(refused = ''): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = []
  const server = createServer((socket) => talk(socket, received, refused))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, received }
}

function talk(socket: Socket, received: Received[], refused: string): void {
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
      if (refused !== '' && line.includes(refused)) return void say('550 nobody of that name')
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

const FROM = 'Shop <shop@example.org>'

test('a mail reaches the server as it was written, from the sender of the configuration', async () => {
  const { url, received } = await openMailServer()
  await createMailSender({ url, from: FROM })({ to: 'alice@example.org', subject: 'Ticket', text: 'Your ticket: 7' })
  expect(received).toHaveLength(1)
  expect(received[0]).toMatchObject({ to: ['alice@example.org'] })
  expect(received[0]?.data).toContain('Your ticket: 7')
  expect(received[0]?.data).toContain('From: Shop <shop@example.org>')
  expect(received[0]?.data).toContain('Subject: Ticket')
})

test('a name with a line break or a second recipient adds no header and no recipient', async () => {
  const { url, received } = await openMailServer()
  const send = createMailSender({ url, from: FROM })
  await send({ to: 'a@example.org, b@example.org', subject: 'x\r\nBcc: c@example.org', text: 'y' }).catch(
    () => undefined,
  )
  expect(received.flatMap(({ to }) => to)).not.toContain('c@example.org')
  expect(received.flatMap(({ to }) => to)).not.toContain('b@example.org')
  expect(received.map(({ data }) => data).join('\n')).not.toMatch(/^Bcc:/m)
})

test('a mail that the server does not take is an error, so that it is sent again', async () => {
  const { url } = await openMailServer('nobody@')
  const send = createMailSender({ url, from: FROM })
  await expect(send({ to: 'nobody@example.org', subject: 'x', text: 'y' })).rejects.toThrow('550')
})

test.each([
  [{ SERVICE_SMTP_URL: 'http://mail.example', SERVICE_MAIL_FROM: 'a@b.example' }, ['SERVICE_SMTP_URL']],
  [{ SERVICE_SMTP_URL: 'smtp://mail.example' }, ['SERVICE_MAIL_FROM']],
  [{ SERVICE_SMTP_URL: 'smtp://u:secret@mail.example', SERVICE_MAIL_FROM: 'a\nb@c.example' }, ['SERVICE_MAIL_FROM']],
  [{}, []],
  [{ SERVICE_SMTP_URL: 'smtps://u:p@mail.example:465', SERVICE_MAIL_FROM: FROM }, []],
])('%j: problems are named by their variables, without the secret', (env, named) => {
  const problems: string[] = []
  readMail(createReader(env, problems), problems)
  expect(problems.map((problem) => problem.split(':')[0])).toEqual(named)
  expect(problems.join()).not.toContain('secret')
})
