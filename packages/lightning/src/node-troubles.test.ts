import { writeFileSync } from 'node:fs'
import { selfSignedCertificate } from '@satchel/outbound/world/loopback-certificate'
import { describe, expect, onTestFinished, test } from 'vitest'
import { orderFor } from '../world/contract/contract-world.ts'
import { fileWith, openOn, openWatched, type Watched } from '../world/own-process/open-watched.ts'
import { type ClnPeer, NODE_AWAY, openClnPeer } from '../world/peers/cln/cln-peer.ts'
import { openLdkServerPeer } from '../world/peers/ldk-server/ldk-server-peer.ts'
import { openLndPeer } from '../world/peers/lnd/lnd-peer.ts'

describe('LND', () => {
  test('74 calls of a locked node are two lines of the log, and the locked wallet is reported', async () => {
    const { source, mood, troubles, lines } = await openOn(openLndPeer)
    mood.startingUp = 'wallet locked, unlock it to enable full RPC access'
    for (let call = 0; call < 74; call += 1) await source.balance().catch(() => undefined)
    expect(troubles()).toEqual(['locked'])
    expect(source.health.answers()).toBe(false)
    mood.startingUp = undefined
    await source.balance()
    expect(troubles()).toEqual([])
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain('"count":74')
  })

  test.each([
    ['wallet not created, create one to enable full RPC access', 'locked'],
    ['waiting to start, RPC services not available', 'starting'],
    ['the RPC server is in the process of starting up, but not yet ready to accept calls', 'starting'],
  ])('%s: %s', async (says, kind) => {
    const { source, mood, troubles } = await openOn(openLndPeer)
    mood.startingUp = says
    await expect(source.balance()).rejects.toThrow()
    expect(troubles()).toEqual([kind])
  })

  test('a locked node does not stop the start, and is named', async () => {
    const peer = await openLndPeer()
    onTestFinished(() => peer.close())
    peer.mood.startingUp = 'wallet locked, unlock it to enable full RPC access'
    const { source, troubles } = await openWatched(peer)
    expect([source.identity(), troubles()]).toEqual([undefined, ['locked']])
    peer.mood.startingUp = undefined
    await expect.poll(() => source.identity(), { timeout: 5000 }).toBeDefined()
    expect(troubles()).toEqual([])
  })

  test('a macaroon that is revoked at run time is reported, also when a payment is sent', async () => {
    const { source, mood, node, troubles } = await openOn(openLndPeer)
    const order = orderFor(await node.outside.makeInvoice(1000n as never))
    mood.macaroon = 'ee'.repeat(64)
    expect(await source.pay({ ...order, mark: '0' })).toMatchObject({ status: 'not_sent' })
    expect(troubles()).toEqual(['credential_refused LND_REST_MACAROON'])
  })

  test('a missing right stays reported although other calls are permitted', async () => {
    const { source, mood, node, troubles } = await openOn(openLndPeer)
    const order = orderFor(await node.outside.makeInvoice(1000n as never))
    mood.rights = mood.rights.filter((right) => right !== 'offchain:write')
    expect(await source.pay({ ...order, mark: '0' })).toMatchObject({ status: 'not_sent' })
    await source.balance()
    expect(troubles()).toEqual(['credential_refused LND_REST_MACAROON'])
  })

  test('a renewed macaroon and a renewed certificate are read from their files without a restart, and the payment is made', async () => {
    const peer = await openLndPeer()
    onTestFinished(() => peer.close())
    const macaroon = fileWith(Buffer.from(peer.mood.macaroon, 'hex'))
    const certificate = fileWith(peer.env['LND_REST_CERT'] ?? '')
    const env = { ...peer.env, LND_REST_MACAROON: macaroon, LND_REST_CERT: certificate }
    const { source, troubles } = await openWatched({ env })
    const order = { ...orderFor(await peer.node.outside.makeInvoice(1000n as never)), mark: '0' }
    const renewed = selfSignedCertificate('localhost')
    peer.mood.macaroon = peer.mood.macaroon.replace(/.{8}$/, '00000000')
    peer.server.renewCertificate(renewed)
    expect(await source.pay(order)).toMatchObject({ status: 'not_sent' })
    expect(troubles()).toEqual(['certificate_untrusted LND_REST_CERT'])
    // Half of it is written.
    writeFileSync(certificate, renewed.cert.slice(0, 200))
    await expect(source.balance()).rejects.toThrow('LND_REST_CERT')
    writeFileSync(certificate, renewed.cert)
    await expect(source.balance()).rejects.toThrow()
    expect(troubles()).toEqual(['credential_refused LND_REST_MACAROON'])
    writeFileSync(macaroon, Buffer.from(peer.mood.macaroon, 'hex'))
    expect(await source.pay(order)).toMatchObject({ status: 'settled' })
    expect(peer.node.sends(order.paymentHash)).toBe(1)
    await source.balance()
    expect(troubles()).toEqual([])
  })

  test('missing blocks and channels are reported as out of sync', async () => {
    const { source, mood, troubles } = await openOn(openLndPeer)
    await source.info?.()
    expect(troubles()).toEqual([])
    for (const synced of [
      { chain: false, graph: true },
      { chain: true, graph: false },
    ]) {
      mood.synced = synced
      await source.info?.()
      expect(troubles()).toEqual(['out_of_sync'])
    }
    mood.synced = { chain: true, graph: true }
    await source.info?.()
    expect(troubles()).toEqual([])
  })

  test('without coins a channel cannot be claimed: reported only if the macaroon permits the query', async () => {
    const { source, mood, troubles } = await openOn(openLndPeer)
    await source.info?.()
    expect(troubles()).toEqual([])
    mood.rights = [...mood.rights, 'onchain:read']
    await source.info?.()
    expect(troubles()).toEqual(['no_coins'])
    mood.onChainSat = 10_000
    await source.info?.()
    expect(troubles()).toEqual([])
  })
})

describe('Core Lightning', () => {
  const send = async ({ source, node }: ClnPeer & Watched) =>
    source.pay(orderFor(await node.outside.makeInvoice(1000n as never)))

  test('with the pay rune revoked a send is rejected, and the rune is reported while everything else is answered', async () => {
    const peer = await openOn(openClnPeer)
    peer.renewRune('pay')
    expect(await send(peer)).toMatchObject({ status: 'not_sent' })
    await peer.source.balance()
    expect(peer.source.health.answers()).toBe(true)
    expect(peer.troubles()).toEqual(['credential_refused CLNREST_PAY_RUNE'])
    expect(peer.lines).toHaveLength(1)
  })

  test('a rune may be the path of a file, and a renewed one is read there without a restart', async () => {
    const peer = await openClnPeer()
    onTestFinished(() => peer.close())
    const file = fileWith(`${peer.env['CLNREST_PAY_RUNE']}\n`)
    const watched = { ...peer, ...(await openWatched({ env: { ...peer.env, CLNREST_PAY_RUNE: file } })) }
    expect(await send(watched)).toMatchObject({ status: 'settled' })
    const renewed = peer.renewRune('pay')
    expect(await send(watched)).toMatchObject({ status: 'not_sent' })
    writeFileSync(file, renewed)
    expect(await send(watched)).toMatchObject({ status: 'settled' })
    expect(watched.troubles()).toEqual([])
  })

  test('another certificate is reported with the variable that holds the trusted one', async () => {
    const peer = await openClnPeer()
    onTestFinished(() => peer.close())
    const other = selfSignedCertificate('cln').cert
    const { troubles } = await openWatched({ env: { ...peer.env, CLNREST_CERT: other } })
    expect(troubles()).toEqual(['certificate_untrusted CLNREST_CERT'])
    const byAuthority = await openWatched({ env: { ...peer.env, CLNREST_CERT: '', CLNREST_CA: other } })
    expect(byAuthority.troubles()).toEqual(['certificate_untrusted CLNREST_CA'])
  })

  test('a CLNRest whose node is down is unreachable, not rejected', async () => {
    const { source, server, troubles } = await openOn(openClnPeer)
    server.plan('', NODE_AWAY)
    await expect(source.balance()).rejects.toThrow()
    expect(troubles()).toEqual(['unreachable'])
  })

  test.each(['warning_bitcoind_sync', 'warning_lightningd_sync'])('%s is out of sync', async (warning) => {
    const { source, mood, troubles } = await openOn(openClnPeer)
    mood.warnings = { [warning]: 'Bitcoind is not up-to-date with network.' }
    await source.info?.()
    expect(troubles()).toEqual(['out_of_sync'])
  })

  test('without coins a channel cannot be claimed: reported only if the rune permits the query', async () => {
    const { source, mood, allow, troubles } = await openOn(openClnPeer)
    await source.info?.()
    expect(troubles()).toEqual([])
    allow('listfunds')
    await source.info?.()
    expect(troubles()).toEqual(['no_coins'])
    mood.onChainMsat = 10_000_000
    await source.info?.()
    expect(troubles()).toEqual([])
  })
})

describe('LDK Server', () => {
  test('a renewed certificate and a renewed key are read from their files without a restart', async () => {
    const peer = await openLdkServerPeer()
    onTestFinished(() => peer.close())
    const key = fileWith(Buffer.from(peer.apiKey, 'hex'))
    const certificate = fileWith(peer.certificate)
    const { source, troubles } = await openWatched({
      env: { ...peer.env, LDK_SERVER_API_KEY: key, LDK_SERVER_CERT: certificate },
    })
    const renewed = selfSignedCertificate('localhost')
    peer.renewCertificate(renewed)
    await expect(source.balance()).rejects.toThrow()
    await expect(source.balance()).rejects.toThrow('LDK_SERVER_CERT: 127.0.0.1')
    expect(troubles()).toEqual(['certificate_untrusted LDK_SERVER_CERT'])
    writeFileSync(certificate, renewed.cert)
    await source.balance()
    const newKey = peer.renewKey()
    await expect(source.balance()).rejects.toThrow()
    expect(troubles()).toEqual(['credential_refused LDK_SERVER_API_KEY'])
    writeFileSync(key, Buffer.from(newKey, 'hex'))
    await source.balance()
    expect(troubles()).toEqual([])
  })

  test('a clock that goes wrong at run time is not reported as a rejected key', async () => {
    const { source, setClockAhead, troubles } = await openOn(openLdkServerPeer)
    setClockAhead(120)
    await expect(source.balance()).rejects.toThrow()
    expect(troubles()).toEqual(['clock_apart'])
  })

  test.each([
    ['channels', [undefined, 0]],
    ['channels', [601, 0]],
    ['coins', [0, undefined]],
    ['coins', [0, 601]],
  ] as const)('a chain that was not read for its %s in the last ten minutes is out of sync', async (_of, ages) => {
    const { source, mood, troubles } = await openOn(openLdkServerPeer)
    await source.info?.()
    expect(troubles()).toEqual([])
    const now = Math.floor(Date.now() / 1000)
    const [channels, coins] = ages.map((age) => (age === undefined ? undefined : now - age))
    mood.syncedAt = [channels, coins]
    await source.info?.()
    expect(troubles()).toEqual(['out_of_sync'])
    mood.syncedAt = [now, now]
    await source.info?.()
    expect(troubles()).toEqual([])
  })

  test('without coins a channel cannot be claimed', async () => {
    const { source, mood, troubles } = await openOn(openLdkServerPeer)
    mood.onChainSat = 9_999n
    await source.info?.()
    expect(troubles()).toEqual(['no_coins'])
    mood.onChainSat = 10_000n
    await source.info?.()
    expect(troubles()).toEqual([])
  })

  test('a node that is down is unreachable', async () => {
    const { source, server, troubles } = await openOn(openLdkServerPeer)
    await server.goDown()
    const ask = () => source.balance().then(() => ['it answers'], troubles)
    await expect.poll(ask).toEqual(['unreachable LDK_SERVER_ENDPOINT'])
  })
})
