import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { selfSignedCertificate } from '@satchel/outbound/world/loopback-certificate'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { readFundingEnv } from '../../../world/own-process/read-funding-env.ts'
import { openPeerServer } from '../../../world/peer-parts/peer-server.ts'
import { SILENT_LOG } from '../../../world/peer-parts/silent-log.ts'
import { type LndPeer, openLndPeer } from '../../../world/peers/lnd/lnd-peer.ts'
import { readTestConfig } from '../../../world/peers/lnd/open-test-lnd.ts'
import type { FundingSource } from '../../port/funding-source.ts'
import { openLnd } from './open-lnd.ts'

const MACAROON = `0201036c6e64${'ab'.repeat(64)}`
const PLAIN = { LND_REST_ENDPOINT: 'https://127.0.0.1:8080', LND_REST_MACAROON: MACAROON }

describe('the configuration of LND', () => {
  test('a macaroon is read in hex, base64 or from its file, also under either name of LNbits', () => {
    const folder = mkdtempSync(join(tmpdir(), 'satchel-lnd-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'satchel.macaroon')
    writeFileSync(file, Buffer.from(MACAROON, 'hex'))
    const bytes = Buffer.from(MACAROON, 'hex')
    for (const value of [
      MACAROON,
      MACAROON.toUpperCase(),
      bytes.toString('base64'),
      bytes.toString('base64url'),
      file,
    ]) {
      for (const name of ['LND_REST_MACAROON', 'LND_REST_ADMIN_MACAROON', 'LND_REST_INVOICE_MACAROON']) {
        const read = readTestConfig({ LND_REST_ENDPOINT: 'node:8080', [name]: value })
        expect(read.problems).toEqual([])
        expect(read.config).toEqual({
          kind: 'lnd',
          url: 'https://node:8080',
          certificate: { variable: 'LND_REST_CERT', value: undefined },
          macaroon: { variable: name, value: MACAROON, ...(value === file && { file }) },
        })
      }
    }
  })

  test('the first name that is set counts', () => {
    const other = MACAROON.replace(/ab$/, 'cd')
    const { config } = readTestConfig({ ...PLAIN, LND_REST_ADMIN_MACAROON: other, LND_REST_INVOICE_MACAROON: other })
    expect(config.macaroon.value).toBe(MACAROON)
  })

  test('a certificate is read as text, base64 or from its file', () => {
    const { cert } = selfSignedCertificate('localhost')
    const folder = mkdtempSync(join(tmpdir(), 'satchel-lnd-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'tls.cert')
    writeFileSync(file, cert)
    for (const value of [cert, Buffer.from(cert).toString('base64'), file]) {
      const { config, problems } = readTestConfig({ ...PLAIN, LND_REST_CERT: value })
      expect([problems, config.certificate.value?.trim()]).toEqual([[], cert.trim()])
      expect(config.certificate.file).toBe(value === file ? file : undefined)
    }
  })

  test.each([
    ['LND_REST_ENDPOINT', { LND_REST_ENDPOINT: '' }],
    ['LND_REST_ENDPOINT', { LND_REST_ENDPOINT: 'ftp://very-secret' }],
    ['LND_REST_ENDPOINT', { LND_REST_ENDPOINT: 'https://very:secret@node' }],
    ['LND_REST_CERT', { LND_REST_CERT: '/very-secret/tls.cert' }],
    ['LND_REST_MACAROON', { LND_REST_MACAROON: '' }],
    ['LND_REST_MACAROON', { LND_REST_MACAROON: 'very-secret' }],
    ['LND_REST_MACAROON', { LND_REST_MACAROON: '/very-secret/admin.macaroon' }],
    ['LND_REST_ADMIN_MACAROON', { LND_REST_MACAROON: '', LND_REST_ADMIN_MACAROON: 'abcd' }],
  ])('a missing or invalid %s is reported by name, without its value: %o', (name, changed) => {
    const { problems } = readTestConfig({ ...PLAIN, ...changed })
    expect(problems).toEqual([expect.stringMatching(new RegExp(`^${name}: `))])
    expect(problems.join()).not.toContain('secret')
    expect(readFundingEnv({ SERVICE_FUNDING_SOURCE: 'lnd', ...PLAIN, ...changed })).toEqual({ problems })
  })
})

describe('opening LND', () => {
  let peer: LndPeer
  beforeAll(async () => {
    peer = await openLndPeer()
  })
  afterAll(() => peer.close())
  const open = (changed: Readonly<Record<string, string>> = {}, network?: string): Promise<FundingSource> =>
    openLnd(readTestConfig({ ...peer.env, ...changed }).config, { network, clock: Date.now, log: SILENT_LOG })

  test('the identity has the node key and the network', async () => {
    const source = await open({}, 'bcrt')
    expect(source.identity()).toEqual({ network: 'bcrt', nodeKey: peer.node.own.nodeKey })
    await source.close()
  })

  test.each([
    ['that LND refuses', MACAROON],
    ['that is cut short', MACAROON.slice(0, -40)],
  ])('a macaroon %s stops the start and names its variable', async (_how, macaroon) => {
    await expect(open({ LND_REST_MACAROON: macaroon })).rejects.toThrow('LND_REST_MACAROON')
  })

  test.each([
    [['info:read'], 'invoices:read, invoices:write, offchain:read, offchain:write'],
    [['info:read', 'invoices:read', 'offchain:read'], 'invoices:write, offchain:write'],
    [['info:read', 'invoices:read', 'invoices:write', 'offchain:read'], 'offchain:write'],
  ])('a macaroon that permits only %j stops the start, with the missing rights', async (rights, missing) => {
    const all = peer.mood.rights
    peer.mood.rights = rights
    onTestFinished(() => {
      peer.mood.rights = all
    })
    await expect(open()).rejects.toThrow(`LND_REST_MACAROON: this macaroon does not permit ${missing}`)
    expect([peer.node.payments.size, peer.node.invoices.size]).toEqual([0, 0])
  })

  test('another certificate than that of the node stops the start, with the variable and the problem', async () => {
    const { cert } = selfSignedCertificate('localhost')
    const refusal = /^LND_REST_CERT: 127\.0\.0\.1:\d+ shows another certificate than the one set here/
    await expect(open({ LND_REST_CERT: cert })).rejects.toThrow(refusal)
    await expect(open({ LND_REST_CERT: '' })).rejects.toThrow(/^LND_REST_CERT: not set, and the system does not trust/)
  })

  test('http to an LND with TLS stops the start with that reason', async () => {
    const plain = await openPeerServer(() => undefined)
    onTestFinished(plain.close)
    const text = 'Client sent an HTTP request to an HTTPS server.\n'
    plain.plan('GET /v1/getinfo', { do: 'refuse', status: 400, text })
    await expect(open({ LND_REST_ENDPOINT: plain.url })).rejects.toThrow('LND_REST_ENDPOINT: LND speaks TLS there')
  })

  test('the address of the gRPC interface instead of REST stops the start with that reason', async () => {
    const certificate = selfSignedCertificate('localhost')
    // The first frame of HTTP/2: its settings.
    const grpc = createServer(certificate, (socket) => socket.end(Buffer.from('000000040000000000', 'hex')))
    await new Promise<void>((resolve) => grpc.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void grpc.close())
    const url = `https://127.0.0.1:${(grpc.address() as AddressInfo).port}`
    const opened = open({ LND_REST_ENDPOINT: url, LND_REST_CERT: certificate.cert })
    await expect(opened).rejects.toThrow('LND_REST_ENDPOINT: no REST interface')
  })

  test.each(['mainnet', 'testnet', 'signet', 'simnet'])('a node on %s stops a start on regtest', async (network) => {
    peer.mood.network = network
    await expect(open({}, 'bcrt')).rejects.toThrow('SERVICE_NETWORK')
    peer.mood.network = 'regtest'
  })
})
