import { EVENTS } from '@satchel/extensions/events/events'
import { INVOICES } from '@satchel/extensions/invoices/invoices'
import { LNTICKET } from '@satchel/extensions/lnticket/lnticket'
import { SCHEDULER } from '@satchel/extensions/scheduler/scheduler'
import { expect, onTestFinished, test } from 'vitest'
import { verifyEmail } from '../../../test/world/accounts/verify-email.ts'
import { activateExtension } from '../../../test/world/extensions/activate-extension.ts'
import { eventBody } from '../../../test/world/extensions/open-box-office.ts'
import { openWorld, type World, type WorldWallet } from '../../../test/world/open-world.ts'
import { openMailServer } from '../../../test/world/servers/open-mail-server.ts'

const SPAM = 'Cheap watches'

/** A service with a mail server, and a fresh account with a second wallet that pays. */
async function open(env: Readonly<Record<string, string>> = {}) {
  const { url, received, refuseNext } = await openMailServer()
  const world = await openWorld({
    dialect: 'sqlite',
    builtIns: [SCHEDULER, LNTICKET, EVENTS, INVOICES],
    env: { SERVICE_SMTP_URL: url, SERVICE_MAIL_FROM: 'shop@example.org', ...env },
  })
  onTestFinished(() => world.close())
  const [mallory, payer] = [await world.openWallet(10_000), await world.openWallet(100_000)]
  for (const id of ['scheduler', 'lnticket', 'events', 'invoices']) await activateExtension(world, mallory, id)
  const post = async (url: string, body: object, key?: string) => {
    const answer = await world.call('POST', url, { key, body })
    expect(answer.status).toBeLessThan(300)
    return answer.body
  }
  const attacker = { world, mallory, payer, post }
  return { ...attacker, received, refuseNext, attacker }
}

type Attacker = {
  world: World
  mallory: WorldWallet
  payer: WorldWallet
  post: Awaited<ReturnType<typeof open>>['post']
}

async function report({ world, mallory, post }: Attacker, email: string): Promise<void> {
  const body = { name: SPAM, cron: '0 0 1 1 *', action: 'report', email, status: 'paused' }
  const { id } = await post('/scheduler/api/v1/', body, mallory.adminKey)
  await post(`/scheduler/api/v1/${id}/run`, {}, mallory.adminKey)
  await world.tick()
}

async function message({ world, mallory, payer, post }: Attacker, email: string): Promise<void> {
  const form = await post(
    '/lnticket/api/v1/',
    { name: SPAM, description: '', amount: 1, notify_email: email },
    mallory.adminKey,
  )
  const { payment_request: bolt11 } = await post(`/lnticket/public/${form.id}/tickets`, { name: SPAM, ltext: SPAM })
  await world.send(payer, bolt11)
  await world.tick()
}

async function bill({ world, mallory, payer, post }: Attacker, email: string): Promise<void> {
  const items = [{ description: SPAM, amount: 1, quantity: 1 }]
  const body = { status: 'open', currency: 'sat', email, items }
  const { id } = await post('/invoices/api/v1/', body, mallory.adminKey)
  const { payment_request: bolt11 } = await post(`/invoices/public/${id}/payments`, {})
  await world.send(payer, bolt11)
  await world.tick()
}

async function freeTicket({ world, mallory, post }: Attacker, email: string): Promise<void> {
  const body = { ...eventBody(), name: SPAM, mail_text: SPAM, price_per_ticket: 0 }
  const event = await post('/events/api/v1/', body, mallory.adminKey)
  await post(`/events/public/${event.id}/tickets`, { name: SPAM, email })
  await world.tick()
}

async function paidTicket({ world, mallory, payer, post }: Attacker, email: string): Promise<void> {
  const body = { ...eventBody(), currency: 'sat', name: SPAM, mail_text: SPAM, price_per_ticket: 1 }
  const event = await post('/events/api/v1/', body, mallory.adminKey)
  const { payment_request: bolt11 } = await post(`/events/public/${event.id}/tickets`, { name: SPAM, email })
  await world.send(payer, bolt11)
  await world.tick()
}

test.each<[string, (attacker: Attacker, email: string) => Promise<void>]>([
  ['reports', report],
  ['paid messages', message],
  ['bills', bill],
  ['tickets that cost nothing', freeTicket],
])('a new account sends no mail by its %s', async (_what, attack) => {
  const { attacker, received } = await open()
  for (let n = 0; n < 5; n += 1) await attack(attacker, `stranger-${n}@example.com`)
  expect(received).toEqual([])
})

test('a new account that sells tickets to itself cannot mail its own text to others', async () => {
  const { attacker, received } = await open()
  await paidTicket(attacker, 'stranger@example.com')
  expect(received.map(({ to }) => to)).toEqual([['stranger@example.com']])
  const data = received[0]?.data ?? ''
  expect(data).not.toContain(SPAM)
  expect(data).toContain('Subject: Your tickets')
})

/** The account has verified the address. */
async function verify({ world, mallory }: Attacker, email: string): Promise<void> {
  await verifyEmail(world, mallory, email)
}

test('a verified account has its reports mailed to itself only', async () => {
  const { attacker, received } = await open()
  await verify(attacker, 'mallory@example.com')
  await report(attacker, 'Mallory@example.com')
  await report(attacker, 'stranger@example.com')
  await message(attacker, 'stranger@example.com')
  await message(attacker, 'mallory@example.com')
  expect(received.map(({ to }) => to)).toEqual([['Mallory@example.com'], ['mallory@example.com']])
  expect(received.map(({ data }) => /^Subject: (.*)$/m.exec(data)?.[1])).toEqual([
    'Report of your scheduled jobs',
    'A paid message',
  ])
})

test('a verified account bills others: the mail names the account, has our subject, and can be stopped', async () => {
  const { attacker, received, world, mallory } = await open()
  await verify(attacker, 'mallory@example.com')
  await bill(attacker, 'ada@example.com')
  const data = received[0]?.data ?? ''
  expect(data).toContain('Subject: Your invoice is paid')
  expect(unfold(data)).toContain(`for its account "user-${mallory.userId}"`)
  expect(data).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  const link = stopLinkOf(data)
  // Programs that check mails follow links: that alone changes nothing.
  expect(await world.call('GET', link)).toMatchObject({ status: 200, body: expect.stringContaining('method="post"') })
  await bill(attacker, 'ada@example.com')
  expect(received).toHaveLength(2)
  // Like a mail program (RFC 8058).
  const stop = { method: 'POST', url: link, payload: 'List-Unsubscribe=One-Click' } as const
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await world.app.inject({ ...stop, headers })).statusCode).toBe(200)
  await bill(attacker, 'ada@example.com')
  await paidTicket(attacker, 'ADA+tickets@example.com')
  expect(received).toHaveLength(2)
  await bill(attacker, 'bob@example.com')
  expect(received).toHaveLength(3)
  expect((await world.call('POST', `${link}/undo`)).status).toBe(200)
  await bill(attacker, 'ada@example.com')
  expect(received).toHaveLength(4)
  expect((await world.call('POST', `${link.slice(0, -1)}${link.endsWith('A') ? 'Q' : 'A'}`)).status).toBe(404)
})

test('texts of a seller are sent once its address is verified', async () => {
  const { attacker, received } = await open()
  await verify(attacker, 'mallory@example.com')
  await paidTicket(attacker, 'buyer@example.com')
  expect(received[0]?.data).toContain(SPAM)
  expect(received[0]?.data).toContain('Subject: Your tickets')
})

test('daily limits of mails per account, per recipient and of the service; the next day they are reset', async () => {
  const caps = { SERVICE_MAIL_PER_ACCOUNT: '4', SERVICE_MAIL_PER_ADDRESS: '2', SERVICE_MAIL_PER_DAY: '6' }
  const { attacker, received, world } = await open(caps)
  for (let n = 0; n < 4; n += 1) await paidTicket(attacker, n % 2 === 0 ? 'ada@example.com' : 'ada+x@example.com')
  expect(received).toHaveLength(2)
  for (let n = 0; n < 4; n += 1) await paidTicket(attacker, `buyer-${n}@example.com`)
  expect(received).toHaveLength(4)
  const others = [await world.openWallet(), await world.openWallet()]
  for (const [index, other] of others.entries()) {
    await activateExtension(world, other, 'events')
    for (let n = 0; n < 4; n += 1) await paidTicket({ ...attacker, mallory: other }, `fan-${index}-${n}@example.com`)
  }
  expect(received).toHaveLength(6)
  world.advance(86_400)
  await paidTicket(attacker, 'ada@example.com')
  expect(received).toHaveLength(7)
})

test('an account without a verified address mails 20 buyers a day', async () => {
  const { attacker, received } = await open()
  for (let n = 0; n < 22; n += 1) await paidTicket(attacker, `buyer-${n}@example.com`)
  expect(received).toHaveLength(20)
})

test('a mail that the server rejected is retried, and counts once', async () => {
  const { attacker, received, refuseNext, world } = await open({ SERVICE_MAIL_PER_ACCOUNT: '1' })
  refuseNext(2)
  await paidTicket(attacker, 'buyer@example.com')
  expect(received).toEqual([])
  for (let n = 0; n < 4; n += 1) {
    world.advance(60)
    await world.tick()
  }
  expect(received).toHaveLength(1)
})

/** Quoted-printable breaks lines. */
const unfold = (data: string): string => data.replaceAll('=\n', '')

const stopLinkOf = (data: string): string =>
  new URL(/^List-Unsubscribe:\s*<([^>]+)>/m.exec(data)?.[1] ?? 'http://none').pathname
