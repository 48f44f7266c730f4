import { writeFileSync } from 'node:fs'
import { selfSignedCertificate } from '@satchel/outbound/world/loopback-certificate'
import { expect, onTestFinished, test } from 'vitest'
import { request } from '../world/contract/contract-world.ts'
import { fileWith, openOn, openWatched } from '../world/own-process/open-watched.ts'
import { openClnPeer } from '../world/peers/cln/cln-peer.ts'
import { openLndPeer } from '../world/peers/lnd/lnd-peer.ts'

async function openCln(changed: (peer: Awaited<ReturnType<typeof openClnPeer>>) => Readonly<Record<string, string>>) {
  const peer = await openClnPeer()
  onTestFinished(() => peer.close())
  const env = { ...peer.env, ...changed(peer) }
  return { peer, env, ...(await openWatched({ env })) }
}

test.each(['CLNREST_CERT', 'CLNREST_CA'])(
  'Core Lightning renews its certificate while the service runs: the file of %s is read again',
  async (variable) => {
    const { peer, env, source, troubles } = await openCln(({ certificate }) => ({
      CLNREST_CERT: '',
      [variable]: fileWith(certificate.cert),
    }))
    await source.balance()
    const renewed = selfSignedCertificate('cln')
    peer.server.renewCertificate(renewed)
    // The first call may break off on a connection that was open.
    const ask = () => source.balance().then(() => ['it answers'], troubles)
    await expect.poll(ask).toEqual([`certificate_untrusted ${variable}`])
    expect(source.health.answers()).toBe(false)
    writeFileSync(env[variable] ?? '', renewed.cert)
    await source.balance()
    expect(troubles()).toEqual([])
  },
)

test('Core Lightning rejects the rune that reads: it is reported, and the renewed one is read from its file', async () => {
  const { peer, env, source, troubles } = await openCln(({ env: { CLNREST_READONLY_RUNE: rune = '' } }) => ({
    CLNREST_READONLY_RUNE: fileWith(rune),
  }))
  await source.balance()
  const renewed = peer.renewRune('read')
  await expect(source.balance()).rejects.toThrow()
  expect(troubles()).toEqual(['credential_refused CLNREST_READONLY_RUNE'])
  writeFileSync(env['CLNREST_READONLY_RUNE'] ?? '', renewed)
  await source.balance()
  expect(troubles()).toEqual([])
})

test('Core Lightning rejects the rune that creates invoices: it is reported, and the renewed one is read from its file', async () => {
  const { peer, env, source, troubles } = await openCln(({ env: { CLNREST_INVOICE_RUNE: rune = '' } }) => ({
    CLNREST_INVOICE_RUNE: fileWith(rune),
  }))
  await source.createInvoice(request())
  const renewed = peer.renewRune('invoice')
  await expect(source.createInvoice(request())).rejects.toThrow()
  await source.balance()
  expect(troubles()).toEqual(['credential_refused CLNREST_INVOICE_RUNE'])
  writeFileSync(env['CLNREST_INVOICE_RUNE'] ?? '', renewed)
  await source.createInvoice(request())
  expect(troubles()).toEqual([])
})

test.each([-3600, -62, 62, 3600])(
  'a clock of LND %i seconds ahead is reported, and nothing else changes',
  async (seconds) => {
    const { source, mood, troubles } = await openOn(openLndPeer)
    await source.balance()
    expect(troubles()).toEqual([])
    mood.aheadSeconds = seconds
    await source.balance()
    expect(troubles()).toEqual(['clock_apart'])
    expect(source.health.answers()).toBe(true)
    mood.aheadSeconds = 0
    await source.balance()
    expect(troubles()).toEqual([])
  },
)
