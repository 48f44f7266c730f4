import { describe, expect, onTestFinished, test } from 'vitest'
import { makeAclToken } from '../../../test/world/accounts/make-acl-token.ts'
import { openBrowser } from '../../../test/world/accounts/open-browser.ts'
import { openSession } from '../../../test/world/accounts/open-session.ts'
import { verifyEmail } from '../../../test/world/accounts/verify-email.ts'
import { openPushBrowser, readVapid } from '../../../test/world/notifications/open-push-browser.ts'
import { type CallOptions, openWorld, type World, type WorldWallet } from '../../../test/world/open-world.ts'
import { openMailServer } from '../../../test/world/servers/open-mail-server.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'
import { tokenOf } from '../../../test/world/token-of.ts'
import { writeDirectly } from '../../../test/world/write-directly.ts'

const PREFERENCES = '/api/v1/auth/me/preferences'
const SUBSCRIPTIONS = '/api/v1/push/subscriptions'

async function open(dialect: (typeof LOGIC_DIALECTS)[number], env: Readonly<Record<string, string>> = {}) {
  const mails = await openMailServer()
  const world = await openWorld({
    dialect,
    env: {
      SERVICE_MESSAGES: 'true',
      SERVICE_ALLOW_PRIVATE_CALLBACKS: 'true',
      SERVICE_SMTP_URL: mails.url,
      SERVICE_MAIL_FROM: 'satchel@example.org',
      ...env,
    },
  })
  onTestFinished(() => world.close())
  const browser = await openPushBrowser()
  const [payee, payer] = [await world.openWallet(), await world.openWallet(10_000)]
  const token = await tokenOf(world, payee)
  const prefer = (body: object) => world.call('PUT', PREFERENCES, { token, body })
  const subscribe = (body: object = browser.subscription) => world.call('POST', SUBSCRIPTIONS, { token, body })
  const pay = async (amountSat: number): Promise<void> => {
    await world.send(payer, (await world.invoice(payee, amountSat)).payment_request)
  }
  return { world, browser, payee, token, prefer, subscribe, pay, mails: mails.received }
}

/** Not accepted yet. */
async function inviteTo(world: World, { adminKey }: WorldWallet, { userId }: WorldWallet): Promise<void> {
  const body = { username: `user-${userId}`, permissions: ['view-payments'] }
  const { status } = await world.call('PUT', '/api/v1/wallet/share/invite', { key: adminKey, body })
  expect(status).toBe(201)
}

describe.each(LOGIC_DIALECTS)('messages to people, on %s', (dialect) => {
  test('a receipt above the amount is sent once to each browser and by mail, also after a restart', async () => {
    const { world, browser, payee, prefer, subscribe, pay, token, mails } = await open(dialect)
    await verifyEmail(world, payee, 'payee@example.org')
    const { key, mail } = (await world.call('GET', '/api/v1/push/key', { token })).body
    expect(mail).toBe(true)
    expect((await subscribe({ ...browser.subscription, locale: 'de' })).status).toBe(201)
    // Nothing is sent before the user enables it.
    await pay(50)
    await world.tick()
    expect([browser.received, mails]).toEqual([[], []])
    await prefer({ notify: true, notify_min_sats: 100, notify_mail: true })
    for (const amount of [99, 100, 1234]) await pay(amount)
    await world.tick()
    await world.tick()
    await world.restart()
    await world.tick()
    const text = 'In Test'
    expect(browser.received.toSorted((a, b) => (a.title < b.title ? -1 : 1))).toEqual([
      { id: expect.stringMatching(/^event \d+$/), title: '1.234 sat erhalten', text, path: '/activity' },
      { id: expect.stringMatching(/^event \d+$/), title: '100 sat erhalten', text, path: '/activity' },
    ])
    expect(mails.map(({ to }) => to)).toEqual([['payee@example.org'], ['payee@example.org']])
    expect((await world.call('GET', '/api/v1/push/key', { token })).body.key).toBe(key)
    const claims = readVapid(browser.authorizations[0] ?? '', key)
    expect(claims).toMatchObject({ aud: browser.origin })
    expect(Number(claims?.['exp']) - world.nowSeconds()).toBeLessThanOrEqual(86_400)
    // A user who hides balances sees no amount on a lock screen.
    await prefer({ hide_balance: true })
    await pay(500)
    await world.tick()
    expect(browser.received.at(-1)?.title).toBe('Zahlung erhalten')
    expect(await world.violations()).toEqual([])
  })

  test('a push service that fails is called five times; a 410 ends the subscription', async () => {
    const { world, browser, prefer, subscribe, pay } = await open(dialect)
    await prefer({ notify: true })
    await subscribe()
    browser.answerWith(500, 429, 503, 500, 500)
    await pay(5)
    for (let time = 0; time < 8; time += 1) {
      await world.tick()
      await world.tick()
      world.advance(7200)
    }
    expect([browser.asked(), browser.received]).toEqual([5, []])
    browser.answerWith(410)
    await pay(6)
    await world.tick()
    await pay(7)
    await world.tick()
    expect([browser.asked(), browser.received]).toEqual([6, []])
  })

  test('the metrics show the queue of messages: how many are due and for how long, and nothing when all are sent', async () => {
    const { world, browser, prefer, subscribe, pay } = await open(dialect)
    const metric = async (name: string) =>
      new RegExp(`^satchel_lane_${name}{lane="messages"} (\\S+)$`, 'm').exec(
        (await world.call('GET', '/metrics')).body,
      )?.[1]
    await prefer({ notify: true })
    await subscribe()
    browser.answerWith(500)
    await pay(5)
    await world.tick()
    expect([await metric('waiting'), await metric('running')]).toEqual(['0', '0'])
    // The first retry is due after half a minute.
    world.advance(90)
    expect([await metric('waiting'), await metric('oldest_seconds')]).toEqual(['1', '60'])
    await world.tick()
    world.advance(6)
    expect([await metric('waiting'), browser.received.length]).toEqual(['0', 1])
  })

  test('super users who chose it hear of an alarm once, and again when it is raised again; users never', async () => {
    const { world, browser, payee, prefer, subscribe } = await open(dialect)
    await prefer({ notify_operator: true })
    await subscribe()
    const raise = (at: number) =>
      writeDirectly(
        world,
        `INSERT INTO alarms (kind, reference, detail, at) VALUES ('halt', 'x${at}', 'Books differ', ${at})`,
      )
    await raise(world.nowSeconds())
    await world.tick()
    expect(browser.received).toEqual([])
    await writeDirectly(world, `UPDATE users SET role = 'super-user' WHERE id = '${payee.userId}'`)
    await world.tick()
    await world.tick()
    expect(browser.received).toMatchObject([{ title: 'Your Satchel needs you', text: 'Books differ', path: '/admin' }])
    await writeDirectly(world, `UPDATE alarms SET at = at + 1`)
    await world.tick()
    expect(browser.received).toHaveLength(2)
  })

  test('an invitation and a nearly spent budget are sent once, and to their user only', async () => {
    const { world, browser, payee, prefer, subscribe, token } = await open(dialect)
    await prefer({ notify: true })
    await subscribe()
    const owner = await world.openWallet(10_000)
    await inviteTo(world, owner, payee)
    const by = await makeAclToken(world, token, ['POST /api/v1/payments'], { budget_sats: 100, budget_period: 'day' })
    await world.send(owner, (await world.invoice(payee, 1000)).payment_request)
    await world.tick()
    const titles = () => browser.received.map(({ title }) => title).toSorted()
    expect(titles()).toEqual(['1,000 sat received', 'You are invited to a wallet'])
    for (const amount of [80, 12]) {
      const { payment_request: bolt11 } = await world.invoice(owner, amount)
      await world.call('POST', '/api/v1/payments', { token: by.token, body: { out: true, bolt11 } })
      await world.tick()
      await world.tick()
    }
    expect(titles()).toEqual(['1,000 sat received', 'A budget is nearly spent', 'You are invited to a wallet'])
    expect(browser.received.at(-1)).toMatchObject({ text: 'list', path: '/connections' })
  })

  test('a token that expires within a week is announced once to its owner, and a short-lived one never', async () => {
    const { world, browser, prefer, subscribe, token } = await open(dialect)
    await prefer({ notify: true })
    await subscribe()
    const day = 86_400
    for (const days of [30, 8]) {
      await makeAclToken(world, token, ['GET /api/v1/payments'], { expires_in_minutes: days * 24 * 60 })
    }
    await world.tick()
    world.advance(22 * day)
    await world.tick()
    expect(browser.received).toEqual([])
    // The login token has ended by now; preferences and subscription belong to the account.
    world.advance(2 * day)
    await world.tick()
    await world.tick()
    expect(browser.received).toMatchObject([{ title: 'Access of a program ends soon', path: '/connections' }])
    expect(browser.received[0]?.text).toMatch(/^list, on \w+ \d+, \d{4}$/)
  })

  test('a subscription moves with its browser, is encrypted, and opens no way into the network', async () => {
    const { world, browser, subscribe, payee } = await open(dialect, {
      SERVICE_ALLOW_PRIVATE_CALLBACKS: 'false',
    })
    expect((await subscribe()).status).toBe(422)
    expect((await subscribe({ ...browser.subscription, endpoint: 'ftp://push.example/' })).status).toBe(422)
    const outside = { ...browser.subscription, endpoint: 'https://push.example/of-this-browser' }
    expect((await subscribe({ ...outside, keys: { p256dh: 'AAAA', auth: 'BTBZMqHH6r4Tts7J_aSIgg' } })).status).toBe(422)
    const other = await openBrowser(world, `other-${dialect}`)
    const count = (where: string) =>
      world.db.first(`SELECT count(*) AS n FROM push_subscriptions WHERE ${where}`, [], (row: { n: bigint }) => row.n)
    expect((await subscribe(outside)).status).toBe(201)
    expect((await other.call('POST', SUBSCRIPTIONS, { body: outside })).status).toBe(201)
    expect([await count(`user_id = '${payee.userId}'`), await count('session_id IS NOT NULL')]).toEqual([0n, 1n])
    const rows = await world.db.list(
      'SELECT sealed FROM push_subscriptions',
      [],
      (row: { sealed: string }) => row.sealed,
    )
    expect(rows.join('')).not.toContain('of-this-browser')
  })

  test('a browser gets nothing after its session ended, and nothing that its user has disabled', async () => {
    const { world, browser, payee, prefer, subscribe, pay } = await open(dialect)
    const { headers, id } = await openSession(world, payee)
    expect((await world.call('POST', SUBSCRIPTIONS, { headers, body: browser.subscription })).status).toBe(201)
    await prefer({ notify: true })
    await pay(5)
    await world.tick()
    expect(browser.received).toHaveLength(1)
    await world.call('DELETE', `/api/v1/auth/sessions/${id}`, { headers })
    await pay(6)
    await world.tick()
    expect(browser.asked()).toBe(1)
    await subscribe()
    browser.answerWith(500)
    await pay(7)
    await world.tick()
    await prefer({ notify: false })
    world.advance(60)
    await world.tick()
    expect([browser.asked(), browser.received.length]).toEqual([2, 1])
  })

  test('a browser gets nothing after a log-out everywhere, whether a session or an access token subscribed it', async () => {
    const { world, browser, payee, prefer, pay } = await open(dialect)
    await prefer({ notify: true })
    const { headers } = await openSession(world, payee)
    const by = async (subscriber: CallOptions): Promise<void> => {
      const before = browser.asked()
      const subscribed = await world.call('POST', SUBSCRIPTIONS, { ...subscriber, body: browser.subscription })
      expect(subscribed.status).toBe(201)
      await pay(5)
      await world.tick()
      expect(browser.asked()).toBe(before + 1)
      const token = await tokenOf(world, payee)
      expect((await world.call('POST', '/api/v1/auth/logout-everywhere', { token })).status).toBe(200)
      await pay(6)
      await world.tick()
      expect(browser.asked()).toBe(before + 1)
    }
    await by({ headers })
    // A browser gets messages from after its subscription.
    world.advance(1)
    await by({ token: await tokenOf(world, payee) })
  })

  test('a browser gets nothing after its session has expired', async () => {
    const { world, browser, payee, prefer, pay } = await open(dialect)
    await prefer({ notify: true })
    const { headers } = await openSession(world, payee)
    await world.call('POST', SUBSCRIPTIONS, { headers, body: browser.subscription })
    world.advance(91 * 86_400)
    await pay(5)
    await world.tick()
    expect(browser.asked()).toBe(0)
  })

  test('if the operator has not enabled messages, none is queued and no browser can subscribe', async () => {
    const { world, prefer, subscribe, pay, token } = await open(dialect, { SERVICE_MESSAGES: 'false' })
    expect((await world.call('GET', '/api/v1/push/key', { token })).body).toEqual({ key: null, mail: false })
    expect(await subscribe()).toMatchObject({ status: 400, body: { code: 'messages_off' } })
    await prefer({ notify: true, notify_mail: true })
    await pay(5)
    await world.tick()
    const rows = await world.db.list('SELECT seq FROM messages UNION ALL SELECT id FROM push_keys', [], (row) => row)
    expect(rows).toEqual([])
    expect((await world.call('GET', '/metrics')).body).not.toContain('lane="messages"')
  })
})
