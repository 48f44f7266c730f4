import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { SILENT_LOG } from '@satchel/http/log'
import { openLndPeer } from '@satchel/lightning/world/peers/lnd/lnd-peer'
import { writeMacaroon } from '@satchel/lightning/world/peers/lnd/write-macaroon'
import { createOutbound } from '@satchel/outbound/outbound'
import { selfSignedCertificate } from '@satchel/outbound/world/loopback-certificate'
import { openLoopbackDns } from '@satchel/outbound/world/loopback-dns'
import { openHttpServer } from '@satchel/outbound/world/loopback-server'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openPushBrowser } from '../../../test/world/notifications/open-push-browser.ts'
import { openWorld, type World } from '../../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'
import { tokenOf } from '../../../test/world/token-of.ts'
import { writeDirectly } from '../../../test/world/write-directly.ts'
import type { Config } from '../../config/config.ts'
import { listAlarms } from '../../ledger/halt.ts'
import { createExpiryWatch } from './expiry-watch.ts'

const DAY_SECONDS = 86_400
const daysFromNow = (days: number): Date => new Date(Math.floor(Date.now() / 1000 + days * DAY_SECONDS) * 1000)

/** A service at an LND whose certificate and macaroon expire. */
async function open(dialect: (typeof LOGIC_DIALECTS)[number], until: { certificate: Date; macaroon: Date }) {
  const certificate = selfSignedCertificate('localhost', { until: until.certificate })
  const macaroon = writeMacaroon([`time-before ${until.macaroon.toISOString()}`])
  const lnd = await openLndPeer(undefined, { certificate, macaroon })
  onTestFinished(() => lnd.close())
  const world = await openWorld({
    dialect,
    env: { ...lnd.env, SERVICE_MESSAGES: 'true', SERVICE_ALLOW_PRIVATE_CALLBACKS: 'true' },
  })
  onTestFinished(() => world.close())
  return { world, lnd }
}

/** Sorted; without their dates. */
const alarmsOf = async (world: World) =>
  (await listAlarms(world.db, 10))
    .map(({ kind, detail }) => [kind, detail.replace(/ on .* UTC/, ' on …')] as const)
    .toSorted(([, a], [, b]) => (a < b ? -1 : 1))

const metric = async (world: World, name: string, what: string): Promise<number> =>
  Number(
    new RegExp(`^satchel_${name}{what="${what}"} (\\S+)$`, 'm').exec((await world.call('GET', '/metrics')).body)?.[1],
  )

describe.each(LOGIC_DIALECTS)('what expires, on %s', (dialect) => {
  test('two weeks before their expiry a certificate and a credential of the node raise one alarm each, and operators are notified', async () => {
    const { world } = await open(dialect, { certificate: daysFromNow(20), macaroon: daysFromNow(40) })
    const browser = await openPushBrowser()
    const operator = await world.openWallet()
    await writeDirectly(world, `UPDATE users SET role = 'super-user' WHERE id = '${operator.userId}'`)
    const token = await tokenOf(world, operator)
    await world.call('PUT', '/api/v1/auth/me/preferences', { token, body: { notify_operator: true } })
    await world.call('POST', '/api/v1/push/subscriptions', { token, body: browser.subscription })
    await world.service.checkExpiries()
    expect(await alarmsOf(world)).toEqual([])
    expect(Math.abs((await metric(world, 'expires_seconds', 'node_certificate')) - 20 * DAY_SECONDS)).toBeLessThan(60)
    expect(await metric(world, 'expires_notice_seconds', 'node_certificate')).toBe(14 * DAY_SECONDS)
    world.advance(5.9 * DAY_SECONDS)
    await world.service.checkExpiries()
    expect(await alarmsOf(world)).toEqual([])
    world.advance(DAY_SECONDS)
    await world.service.checkExpiries()
    const certificate = ['expires-soon', 'the certificate of the Lightning node expires on …; renew it']
    expect(await alarmsOf(world)).toEqual([certificate])
    await world.tick()
    expect(browser.received).toMatchObject([
      {
        title: 'Your Satchel needs you',
        text: expect.stringMatching(/^the certificate of the Lightning node expires/),
      },
    ])
    world.advance(25 * DAY_SECONDS)
    await world.service.checkExpiries()
    const credential = ['expires-soon', 'the credential for the Lightning node expires on …; renew it']
    expect(await alarmsOf(world)).toEqual([certificate, credential])
    expect(await metric(world, 'expires_seconds', 'node_certificate')).toBeLessThan(0)
    // An acknowledged alarm stays so, whatever happens until the renewal.
    await writeDirectly(world, 'UPDATE alarms SET acknowledged_at = 1')
    world.advance(DAY_SECONDS)
    await world.service.checkExpiries()
    expect(await alarmsOf(world)).toEqual([certificate, credential])
    await world.service.measure()
    expect((await world.call('GET', '/metrics')).body).not.toContain('satchel_alarms_open{kind="expires-soon"}')
  })

  test('a six-day certificate is near its expiry in its last quarter, and an expired one is reported as such', async () => {
    const certificate = selfSignedCertificate('localhost', { from: daysFromNow(-4), until: daysFromNow(2) })
    const lnd = await openLndPeer(undefined, { certificate })
    onTestFinished(() => lnd.close())
    const world = await openWorld({ dialect, env: lnd.env })
    onTestFinished(() => world.close())
    await world.service.checkExpiries()
    expect(await metric(world, 'expires_notice_seconds', 'node_certificate')).toBe(1.5 * DAY_SECONDS)
    expect(await alarmsOf(world)).toEqual([])
    world.advance(3 * DAY_SECONDS)
    await world.service.checkExpiries()
    expect(await alarmsOf(world)).toEqual([
      ['expires-soon', 'the certificate of the Lightning node expired on …; renew it'],
    ])
  })
})

test('expiry dates are read once a day, once an hour if one is near, and an unreachable server keeps its last date', async () => {
  const { world, lnd } = await open('sqlite', { certificate: daysFromNow(15.5), macaroon: daysFromNow(400) })
  let handshakes = 0
  lnd.server.http.on('connection', () => (handshakes += 1))
  const check = async (afterSeconds: number): Promise<number> => {
    world.advance(afterSeconds)
    const before = handshakes
    await world.service.checkExpiries()
    return handshakes - before
  }
  expect(await check(0)).toBe(1)
  expect(await check(DAY_SECONDS - 60)).toBe(0)
  expect(await check(60)).toBe(1)
  // It is near after another day.
  expect(await check(DAY_SECONDS)).toBe(1)
  expect([await check(3540), await check(60)]).toEqual([0, 1])
  await lnd.server.close()
  await check(DAY_SECONDS)
  expect(await metric(world, 'expires_seconds', 'node_certificate')).toBeGreaterThan(0)
})

describe('the certificate of the public address', () => {
  const SIMULATED: Config['funding'] = {
    source: { kind: 'simulated', journalFile: '', control: undefined },
    former: undefined,
    network: undefined,
    allowUncappedFees: false,
  }

  /** A public host on loopback; its name resolves there. */
  async function openHost(publicUrl: (port: number) => string, allowPrivate: boolean) {
    const certificate = selfSignedCertificate('pay.test', { until: daysFromNow(3) })
    const server = await openHttpServer((_request, response) => response.end(), { certificate })
    const dns = await openLoopbackDns(() => ['127.0.0.1'])
    const world = await openWorld({ dialect: 'sqlite' })
    onTestFinished(() => world.close())
    const trusted = getCACertificates('default')
    onTestFinished(() => setDefaultCACertificates(trusted))
    setDefaultCACertificates([...trusted, certificate.cert])
    const outbound = createOutbound({ allowPrivate, allow: [], resolver: dns.address, userAgent: 'satchel/test' })
    onTestFinished(() => outbound.close())
    const config = { funding: SIMULATED, databaseUrl: 'sqlite://', publicUrl: publicUrl(server.port) }
    const watch = createExpiryWatch({ config, outbound, db: world.db, clock: Date.now, log: SILENT_LOG })
    await watch.check()
    return { world, found: watch.last(), server }
  }

  test('a certificate is read in one connection without a request', async () => {
    const { world, found, server } = await openHost((port) => `https://pay.test:${port}`, true)
    expect(found.map(({ what }) => what)).toEqual(['public_certificate'])
    expect(await alarmsOf(world)).toEqual([
      ['expires-soon', 'the certificate of the public address expires on …; renew it'],
    ])
    expect(server.hits).toEqual([])
  })

  test.each([
    ['is not asked for at loopback', (port: number) => `https://127.0.0.1:${port}`, true],
    ['is not asked for over http', (port: number) => `http://pay.test:${port}`, true],
    ['is not read at an address of the own network', (port: number) => `https://pay.test:${port}`, false],
  ])('%s', async (_name, publicUrl, allowPrivate) => {
    const { world, found } = await openHost(publicUrl, allowPrivate)
    expect([found, await alarmsOf(world)]).toEqual([[], []])
  })
})
