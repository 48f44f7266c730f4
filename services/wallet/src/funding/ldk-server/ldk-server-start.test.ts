import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SILENT_LOG } from '@satchel/http/log'
import { selfSignedCertificate } from '@satchel/outbound/loopback-certificate'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type LdkServerPeer, openLdkServerPeer } from '../../../world/funding/ldk-server-peer.ts'
import { openWorld } from '../../../world/open-world.ts'
import { readConfig } from '../../config.ts'
import type { FundingSource } from '../funding-source.ts'
import { openLdkServer } from './ldk-server.ts'
import { signRequest } from './ldk-server-calls.ts'
import { readTestConfig } from './open-test-ldk-server.ts'

const KEY = randomBytes(32)
const PLAIN = { LDK_SERVER_API_KEY: KEY.toString('hex') }

describe('the configuration of LDK Server', () => {
  test('the key is taken in hex or from its file; the endpoint is the usual one unless another is given', () => {
    const folder = mkdtempSync(join(tmpdir(), 'satchel-ldk-server-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'api_key')
    writeFileSync(file, KEY)
    for (const value of [KEY.toString('hex'), KEY.toString('hex').toUpperCase(), file]) {
      expect(readTestConfig({ LDK_SERVER_API_KEY: value })).toEqual({
        config: {
          kind: 'ldk-server',
          url: 'https://127.0.0.1:3536',
          certificate: undefined,
          apiKey: KEY.toString('hex'),
        },
        problems: [],
      })
    }
    expect(readTestConfig({ ...PLAIN, LDK_SERVER_ENDPOINT: 'node:3536/' }).config.url).toBe('https://node:3536')
  })

  test.each([
    ['LDK_SERVER_API_KEY', { LDK_SERVER_API_KEY: '' }],
    ['LDK_SERVER_API_KEY', { LDK_SERVER_API_KEY: 'very-secret' }],
    ['LDK_SERVER_API_KEY', { LDK_SERVER_API_KEY: '/very-secret/api_key' }],
    ['LDK_SERVER_ENDPOINT', { LDK_SERVER_ENDPOINT: 'ftp://very-secret' }],
    ['LDK_SERVER_ENDPOINT', { LDK_SERVER_ENDPOINT: 'https://very:secret@node' }],
    ['LDK_SERVER_ENDPOINT', { LDK_SERVER_ENDPOINT: 'http://very-secret:3536' }],
    ['LDK_SERVER_CERT', { LDK_SERVER_CERT: '/very-secret/tls.crt' }],
  ])('%s missing or bad is named, and its value is not: %o', (name, changed) => {
    const { problems } = readTestConfig({ ...PLAIN, ...changed })
    expect(problems).toEqual([expect.stringMatching(new RegExp(`^${name}: `))])
    expect(problems.join()).not.toContain('secret')
    const env = { SERVICE_FUNDING_SOURCE: 'ldk-server', AUTH_SECRET_KEY: 'x'.repeat(40), ...PLAIN, ...changed }
    expect(readConfig(env)).toEqual({ problems })
  })
})

test('a request is signed with the text of the key, over eight bytes of time and the body with its frame', () => {
  // Reckoned by another implementation.
  expect(signRequest('key', 1_700_000_000, Buffer.from('0000000000', 'hex'))).toBe(
    'HMAC 1700000000:238f558788cd0059b7d0a6913a562ab0e33e783338276e9f72495b8660907cd4',
  )
})

describe('opening LDK Server', () => {
  let peer: LdkServerPeer
  beforeAll(async () => {
    peer = await openLdkServerPeer()
  })
  afterAll(() => peer.close())
  const open = (changed: Readonly<Record<string, string>> = {}, network?: string): Promise<FundingSource> =>
    openLdkServer(readTestConfig({ ...peer.env, ...changed }).config, { network, clock: Date.now, log: SILENT_LOG })

  test.each([
    [0, 'bc'],
    [1, 'tb'],
    [2, 'tb'],
    [3, 'tbs'],
    [4, 'bcrt'],
  ])('it knows its node, and network %i is %s', async (number, network) => {
    peer.appearOn(number)
    const source = await open({}, network)
    expect(source.identity()).toEqual({ network, nodeKey: peer.node.own.nodeKey })
    await source.close()
  })

  test('a key that LDK Server refuses stops the start, by name', async () => {
    await expect(open(PLAIN)).rejects.toThrow('LDK_SERVER_API_KEY')
  })

  test.each([-120, 120])('a clock that differs by %i seconds stops the start and is named', async (seconds) => {
    peer.setClockAhead(seconds)
    await expect(open()).rejects.toThrow('clocks')
    peer.setClockAhead(0)
  })

  test('another network stops the start', async () => {
    await expect(open({}, 'bc')).rejects.toThrow('SERVICE_NETWORK')
  })

  test('another certificate than the pinned one is nobody we know', async () => {
    const source = await open({ LDK_SERVER_CERT: selfSignedCertificate('localhost').cert })
    expect(source.identity()).toBeUndefined()
    await expect(source.balance()).rejects.toThrow()
    await source.close()
  })

  test('a node that is away does not stop it: nothing is sent until it is known, and then it goes on', async () => {
    await peer.server.goDown()
    const world = await openWorld({ dialect: 'sqlite', env: peer.env })
    expect((await world.call('GET', '/api/v1/status')).body).toMatchObject({ network: null, real_money: true })
    const wallet = await world.openWallet(1000)
    const { bolt11 } = peer.node.own.sign({ amountMsat: 1000n })
    const answer = await world.send(wallet, bolt11)
    expect([answer.status, answer.body.detail]).toEqual([503, expect.stringMatching(/not answered yet/)])
    await peer.server.comeUp()
    await expect.poll(() => world.service.funding.identity(), { timeout: 10_000 }).toBeDefined()
    await world.tick()
    const { body } = await world.call('GET', '/api/v1/status')
    expect(body).toMatchObject({ network: 'bcrt', node_answers: true, node_answered_at: world.nowSeconds() })
    expect((await world.call('GET', '/metrics')).body).toContain('satchel_funding_up 1')
    await peer.server.goDown()
    await world.tick()
    expect((await world.call('GET', '/api/v1/status')).body.node_answers).toBe(false)
    expect((await world.call('GET', '/metrics')).body).toContain('satchel_funding_up 0')
    await peer.server.comeUp()
    await world.close()
  })
})
