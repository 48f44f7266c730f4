import { EVENTS } from '@satchel/extensions/events/events'
import { INVOICES } from '@satchel/extensions/invoices/invoices'
import { SCHEDULER } from '@satchel/extensions/scheduler/scheduler'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { verifyEmail } from '../../../test/world/accounts/verify-email.ts'
import { activateExtension } from '../../../test/world/extensions/activate-extension.ts'
import { eventBody } from '../../../test/world/extensions/open-box-office.ts'
import { openWorld, type World, type WorldWallet } from '../../../test/world/open-world.ts'
import { type MailServer, openMailServer } from '../../../test/world/servers/open-mail-server.ts'
import { tokenOf } from '../../../test/world/token-of.ts'

let world: World
let mails: MailServer['received']
let owner: WorldWallet
let payer: WorldWallet

beforeEach(async () => {
  const { url, received } = await openMailServer()
  mails = received
  world = await openWorld({
    dialect: 'sqlite',
    builtIns: [EVENTS, INVOICES, SCHEDULER],
    env: { SERVICE_SMTP_URL: url, SERVICE_MAIL_FROM: 'shop@example.org' },
  })
  ;[owner, payer] = [await world.openWallet(10_000), await world.openWallet(100_000)]
  for (const id of ['events', 'invoices', 'scheduler']) await activateExtension(world, owner, id)
})
afterEach(() => world.close())

const post = async (url: string, body: object, { key, language = 'en' }: { key?: string; language?: string } = {}) => {
  const answer = await world.call('POST', url, { key, body, headers: { 'accept-language': language } })
  expect(answer.status).toBeLessThan(300)
  return answer.body
}

/** Subject, and text. */
const readMail = (at: number) => {
  const data = mails[at]?.data ?? ''
  const [head = '', ...rest] = data.split('\n\n')
  const body = rest.join('\n\n')
  const text = /quoted-printable/i.test(head)
    ? decodeURIComponent(
        body
          .replaceAll(/=\r?\n/g, '')
          .replaceAll('%', '%25')
          .replaceAll(/=([0-9A-F]{2})/g, '%$1'),
      )
    : /base64/i.test(head)
      ? Buffer.from(body, 'base64').toString()
      : body
  return { head, text }
}

test.each([
  ['de', 'Deine Karten', 'Hier sind deine 2 Karten:', 'Gesendet von', 'Keine Post mehr von dort'],
  ['es', 'Tus entradas', 'Aquí están tus 2 entradas:', 'Enviado por', 'No recibir más correo'],
])('a buyer who orders in %s gets the mail in that language', async (language, subject, ...texts) => {
  const body = { ...eventBody(), currency: 'sat', price_per_ticket: 1 }
  const { id } = await post('/events/api/v1/', body, { key: owner.adminKey })
  const order = { name: 'Ada', email: 'ada@example.com', quantity: 2 }
  const { payment_request: bolt11 } = await post(`/events/public/${id}/tickets`, order, { language })
  await world.send(payer, bolt11)
  await world.tick()
  const { head, text } = readMail(0)
  expect(head).toContain(`Subject: ${subject}`)
  for (const one of texts) expect(text).toContain(one)
})

test('the memo of an invoice, and its mail once paid, are in the language of the page', async () => {
  await verifyEmail(world, owner, 'owner@example.com')
  const items = [{ description: 'Tea', amount: 1250, quantity: 1 }]
  const bill = { status: 'open', currency: 'sat', email: 'ada@example.com', number: '7', items }
  const { id } = await post('/invoices/api/v1/', bill, { key: owner.adminKey })
  const { payment_request: bolt11 } = await post(`/invoices/public/${id}/payments`, {}, { language: 'de' })
  expect((await world.call('POST', '/api/v1/payments/decode', { body: { data: bolt11 } })).body.description).toBe(
    'Rechnung 7',
  )
  await world.send(payer, bolt11)
  await world.tick()
  expect(readMail(0).head).toContain('Subject: Deine Rechnung ist bezahlt')
  expect(readMail(0).text).toContain('Deine Rechnung 7 über 1.250 sat ist bezahlt. Danke!')
})

test('a report is in the language that its account has chosen', async () => {
  await verifyEmail(world, owner, 'owner@example.com')
  const token = await tokenOf(world, owner)
  await world.call('PUT', '/api/v1/auth/me/preferences', { token, body: { locale: 'de-AT' } })
  const job = { name: 'Sunday', cron: '0 0 1 1 *', action: 'report', email: 'owner@example.com', status: 'paused' }
  const { id } = await post('/scheduler/api/v1/', job, { key: owner.adminKey })
  await post(`/scheduler/api/v1/${id}/run`, {}, { key: owner.adminKey })
  await world.tick()
  expect(readMail(0).text).toContain('Guthaben: 10.000 sat')
  expect(readMail(0).text).toContain('Sunday: angehalten; noch nicht gelaufen')
})
