import { openRelay, type TestRelay } from '@satchel/lightning/world/peers/nwc/test-relay'
import { npubEncode } from 'nostr-tools/nip19'
import { unwrapEvent } from 'nostr-tools/nip59'
import { generateSecretKey, getPublicKey } from 'nostr-tools/pure'
import type { CDPSession, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ask, SIZES } from './money-steps.ts'
import { type AppVisits, openAppVisits } from './open-app-visits.ts'
import { button, isClean, looksClean } from './page-steps.ts'

let app: AppVisits

beforeAll(async () => {
  app = await openAppVisits({ SERVICE_MESSAGES: 'true' })
})
afterEach(() => app.leave())
afterAll(() => app?.close())

test('a person chooses which messages they get and from which amount on; only operators are asked about the service', async () => {
  const page = await app.visitAs('nora', '/account')
  await page.getByRole('link', { name: /Notifications/ }).click()
  await page.getByLabel('Tell me when money comes').check()
  const amount = page.getByLabel('From this amount on, in sats')
  await amount.fill('1e6')
  await page.getByText(/^Write it in digits|^Enter a whole number/).waitFor()
  await amount.fill('2100')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() =>
      page.evaluate(`fetch('/api/v1/auth/me/preferences', { headers: { 'X-Satchel': 'app' } }).then((a) => a.json())`),
    )
    .toMatchObject({ notify: true, notify_min_sats: 2100, notify_mail: false, notify_operator: false })
  expect(await page.getByLabel('Tell me when the service needs me').count()).toBe(0)
  // No mail server and no relay are configured here.
  expect(await page.getByLabel('By mail').count()).toBe(0)
  expect(await page.getByLabel('Nostr key or name').count()).toBe(0)
  await isClean(page)
})

test('a message that arrives is shown once, also if it is delivered twice', async () => {
  const page = await app.visitAs('olga', '/')
  await page.context().grantPermissions(['notifications'], { origin: app.url })
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
  const line = await page.context().newCDPSession(page)
  const registrationId = await registrationOf(line)
  const push = (id: string, title: string) =>
    line.send('ServiceWorker.deliverPushMessage', {
      origin: app.url,
      registrationId,
      data: JSON.stringify({ id, title, text: 'In Wallet', path: '/activity' }),
    })
  for (const [id, title] of [
    ['event 1', '5 sat received'],
    ['event 1', '5 sat received'],
    ['event 2', '7 sat received'],
  ] as const)
    await push(id, title)
  await expect
    .poll(() => shown(page), { timeout: 10_000 })
    .toEqual(['5 sat received: In Wallet', '7 sat received: In Wallet'])
})

describe.each(SIZES)('messages by Nostr on a $size', ({ size, options }) => {
  let relay: TestRelay
  let sending: AppVisits
  let page: Page

  beforeAll(async () => {
    relay = await openRelay()
    sending = await openAppVisits({ SERVICE_MESSAGES: 'true', SERVICE_MESSAGE_RELAYS: relay.url })
  })
  afterAll(async () => {
    await sending?.leave()
    await sending?.close()
    await relay?.close()
  })

  const checkScreen = (name: string): Promise<void> => looksClean(page, `nostr-${name}-${size}`)

  test('a person names a key, proves it with the code of the first message, gets a receipt there, and takes it back', async () => {
    const secret = generateSecretKey()
    const npub = npubEncode(getPublicKey(secret))
    const read = (): string[] =>
      relay.events.filter(({ kind }) => kind === 1059).map((event) => unwrapEvent(event, secret).content)
    page = await sending.visitAs('nils', '/account/notifications', options)
    const address = page.getByLabel('Nostr key or name')
    await address.waitFor()
    expect([await button(page, 'Send a code').isDisabled(), await page.getByLabel('Code').count()]).toEqual([true, 0])
    await checkScreen('empty')
    await address.fill('npub1nonsense')
    await button(page, 'Send a code').click()
    await page.getByRole('alert').waitFor()
    await checkScreen('wrong-key')
    await address.fill(npub)
    await button(page, 'Send a code').click()
    const code = page.getByLabel('Code')
    await code.waitFor()
    await sending.world.tick()
    const sent = /: ([0-9a-z]{8})\./.exec(read().join('\n'))?.[1] ?? 'no code came'
    await code.fill('00000000')
    await button(page, 'Confirm').click()
    await page.getByText('The code is wrong, or has expired.').waitFor()
    await checkScreen('wrong-code')
    await code.fill(sent)
    await button(page, 'Confirm').click()
    await page.getByText(`As an encrypted direct message to ${npub}.`).waitFor()
    await page.getByLabel('Tell me when money comes').check()
    await page.getByLabel('By Nostr').check()
    await checkScreen('verified')
    await expect
      .poll(() => ask(page, 'GET', '/api/v1/auth/me/preferences'))
      .toMatchObject({ notify: true, notify_nostr: true })
    const { payment_request: bolt11 } = await ask(page, 'POST', '/api/v1/payments', { out: false, amount: 1234 })
    await sending.world.send(await sending.world.openWallet(10_000), bolt11)
    await sending.world.tick()
    expect(read().map((text) => text.split('\n')[0])).toEqual(['Messages of your Satchel', '1,234 sat received'])
    await button(page, 'Use another Nostr key').click()
    await address.waitFor()
    expect(await address.inputValue()).toBe('')
    expect(await ask(page, 'GET', '/api/v1/push/nostr')).toMatchObject({ address: null, verified: false })
    expect(await sending.world.violations()).toEqual([])
  })
})

/** The notifications that the browser shows now. */
const shown = (page: Page): Promise<string[]> =>
  page.evaluate(`navigator.serviceWorker.ready
    .then((registration) => registration.getNotifications())
    .then((all) => all.map(({ title, body }) => title + ': ' + body).sort())`)

async function registrationOf(line: CDPSession): Promise<string> {
  const found = new Promise<string>((resolve) => {
    line.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first !== undefined) resolve(first.registrationId)
    })
  })
  await line.send('ServiceWorker.enable')
  return found
}
