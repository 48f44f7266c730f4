import { createReader } from '@satchel/http/environment'
import { expect, test } from 'vitest'
import { openMailServer } from '../../../test/world/servers/open-mail-server.ts'
import { readMail } from '../../config/mail.ts'
import { createMailSender } from './send-mail.ts'

const FROM = 'Shop <shop@example.org>'

test('a mail reaches the server as written, from the configured sender', async () => {
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

test('a mail that the server rejects is an error, so that it is retried', async () => {
  const { url } = await openMailServer('unknown@')
  const send = createMailSender({ url, from: FROM })
  await expect(send({ to: 'unknown@example.org', subject: 'x', text: 'y' })).rejects.toThrow('550')
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
