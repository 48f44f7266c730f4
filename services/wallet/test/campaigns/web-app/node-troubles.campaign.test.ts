import { type ClnPeer, openClnPeer } from '@satchel/lightning/world/peers/cln/cln-peer'
import { type LndPeer, openLndPeer } from '@satchel/lightning/world/peers/lnd/lnd-peer'
import { msat } from '@satchel/money/units'
import { selfSignedCertificate } from '@satchel/outbound/world/loopback-certificate'
import { axeFindings } from '@satchel/page/world/axe-findings'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type AppVisits, openAppVisits, overflowOf, PASSWORD, PHONE } from './open-app-visits.ts'
import { picture } from './page-steps.ts'

const ROOT = { username: 'root', password: PASSWORD }
const OPERATOR = { SUPER_USER_USERNAME: ROOT.username, SUPER_USER_PASSWORD: ROOT.password }

/** Logs in as the super user, in any language. */
async function openAsRoot(app: AppVisits, path: string, options: BrowserContextOptions): Promise<Page> {
  const page = await app.visit('/log-in', options)
  await page.locator('input[autocomplete^="username"]').fill(ROOT.username)
  await page.locator('input[type="password"]').fill(ROOT.password)
  await page.locator('form button[type="submit"]').click()
  await page.locator('a[href="/app/receive"]').first().waitFor()
  await page.goto(`${app.url}/app${path}`)
  return page
}

async function isClean(page: Page): Promise<void> {
  expect([await axeFindings(page), await overflowOf(page)]).toEqual([[], 0])
}

/** The service polls a node with a growing interval. */
const PATIENCE = { timeout: 10_000 }

type Mood = LndPeer['mood']

/** A fault of LND: its title on the page, a word of the advice, and the setting. */
const CAUSES: readonly (readonly [
  title: string,
  advice: RegExp,
  setting: string | undefined,
  (peer: LndPeer) => unknown,
])[] = [
  [
    'The wallet of the node is locked',
    /lncli unlock/,
    undefined,
    ({ mood }) => (mood.startingUp = 'wallet locked, unlock it to enable full RPC access'),
  ],
  [
    'The node is starting',
    /Wait for some minutes/,
    undefined,
    ({ mood }) => (mood.startingUp = 'waiting to start, RPC services not available'),
  ],
  [
    'The node refuses a credential',
    /Make a new one at the node/,
    'LND_REST_MACAROON',
    ({ mood }) => (mood.macaroon = 'ee'.repeat(64)),
  ],
  [
    'The certificate of the node is not trusted',
    /replacing the file is enough/,
    'LND_REST_CERT',
    ({ server }) => server.renewCertificate(selfSignedCertificate('localhost')),
  ],
  ['The clocks of the node and of this service differ', /NTP/, undefined, ({ mood }) => (mood.aheadSeconds = 3600)],
  [
    'The node is behind the network',
    /It lacks blocks/,
    undefined,
    ({ mood }) => (mood.synced = { chain: false, graph: false }),
  ],
  [
    'The node has too little bitcoin on chain',
    /50,000 satoshis/,
    undefined,
    ({ mood }) => (mood.rights = [...mood.rights, 'onchain:read']),
  ],
  ['The node does not answer', /its address and the network/, 'LND_REST_ENDPOINT', ({ server }) => server.goDown()],
]

describe('the page names the reason why LND does not answer', () => {
  let peer: LndPeer
  let app: AppVisits
  const certificate = selfSignedCertificate('localhost')
  let well: Mood
  beforeAll(async () => {
    peer = await openLndPeer(undefined, { certificate })
    well = { ...peer.mood }
    app = await openAppVisits({ ...peer.env, ...OPERATOR, SERVICE_NETWORK: 'regtest' })
  })
  afterEach(() => app.leave())
  afterAll(async () => {
    await app?.close()
    await peer?.close()
  })
  const recover = async (): Promise<void> => {
    Object.assign(peer.mood, well)
    await peer.server.comeUp().catch(() => undefined)
    peer.server.renewCertificate(certificate)
    await expect.poll(() => app.world.service.funding.balance().catch(() => undefined), PATIENCE).toBeDefined()
  }
  const lets = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })

  test.each(CAUSES)('%s: the page of the node says what to do', async (title, advice, setting, goWrong) => {
    const page = await openAsRoot(app, '/admin/node', PHONE)
    await page.getByText('The node answers.').waitFor()
    await goWrong(peer)
    try {
      // The first calls may fail on connections that were open.
      const ask = async () => app.world.service.funding.info?.().catch(() => undefined)
      await ask().then(ask).then(ask)
      await page.reload()
      const row = lets(page, title)
      await row.waitFor()
      expect(await row.textContent()).toMatch(advice)
      if (setting !== undefined) expect(await row.textContent()).toContain(setting)
      await isClean(page)
      await picture(page, `node-${title}`)
      await page.goto(`${app.url}/app/admin`)
      await page.getByText(title).waitFor()
    } finally {
      await recover()
    }
  })

  test('a node on another network is named, and never used', async () => {
    peer.mood.startingUp = 'waiting to start, RPC services not available'
    try {
      await app.restart()
      Object.assign(peer.mood, { network: 'mainnet', startingUp: undefined })
      const page = await openAsRoot(app, '/admin/node', PHONE)
      await expect.poll(() => app.world.service.funding.health.troubles()[0]?.kind, PATIENCE).toBe('wrong_network')
      await page.reload()
      const row = lets(page, 'The node is on another network')
      await row.waitFor()
      expect(await row.textContent()).toContain('SERVICE_NETWORK')
      await isClean(page)
    } finally {
      await recover()
      await expect.poll(() => app.world.service.funding.identity(), PATIENCE).toBeDefined()
    }
  })

  test('an alarm about it also says what to do', async () => {
    peer.mood.rights = [...peer.mood.rights, 'onchain:read']
    try {
      app.world.advance(61)
      peer.mood.aheadSeconds = 61
      await app.world.service.checkNode()
      const page = await openAsRoot(app, '/admin/books', PHONE)
      const row = lets(page, 'The node has too little bitcoin on chain')
      await row.waitFor()
      expect(await row.textContent()).toMatch(/50,000 satoshis/)
      await isClean(page)
    } finally {
      await recover()
    }
  })
})

describe('a rune of Core Lightning that is revoked', () => {
  let peer: ClnPeer
  let app: AppVisits
  beforeAll(async () => {
    peer = await openClnPeer()
    app = await openAppVisits({ ...peer.env, ...OPERATOR })
  })
  afterEach(() => app.leave())
  afterAll(async () => {
    await app?.close()
    await peer?.close()
  })

  test.each([
    ['en', 'The node refuses a credential'],
    ['de', 'Die Node lehnt Zugangsdaten ab'],
    ['es', 'El nodo rechaza una credencial'],
    ['ar', 'العقدة ترفض بيانات اعتماد'],
  ])('is named after a send was refused, though the node answers: %s', async (locale, title) => {
    const wallet = await app.world.openWallet(1000)
    peer.renewRune('pay')
    const { bolt11 } = await peer.node.outside.makeInvoice(msat(1000n))
    expect((await app.world.send(wallet, bolt11)).body.code).toBe('payment_failed')
    const page = await openAsRoot(app, '/admin/node', { ...PHONE, locale })
    const row = page.getByRole('listitem').filter({ hasText: title })
    await row.waitFor()
    expect(await row.textContent()).toContain('CLNREST_PAY_RUNE')
    await isClean(page)
  })
})
