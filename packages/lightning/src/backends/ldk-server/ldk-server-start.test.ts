import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { selfSignedCertificate } from '@satchel/outbound/world/loopback-certificate'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { readFundingEnv } from '../../../world/own-process/read-funding-env.ts'
import { createMemoryNotes } from '../../../world/peer-parts/memory-notes.ts'
import { SILENT_LOG } from '../../../world/peer-parts/silent-log.ts'
import { type LdkServerPeer, openLdkServerPeer } from '../../../world/peers/ldk-server/ldk-server-peer.ts'
import { readTestConfig } from '../../../world/peers/ldk-server/open-test-ldk-server.ts'
import type { FundingSource } from '../../port/funding-source.ts'
import { signRequest } from './ldk-server-calls.ts'
import { openLdkServer } from './open-ldk-server.ts'

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
          certificate: { variable: 'LDK_SERVER_CERT', value: undefined },
          apiKey: { variable: 'LDK_SERVER_API_KEY', value: KEY.toString('hex'), ...(value === file && { file }) },
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
  ])('a missing or invalid %s is reported by name, without its value: %o', (name, changed) => {
    const { problems } = readTestConfig({ ...PLAIN, ...changed })
    expect(problems).toEqual([expect.stringMatching(new RegExp(`^${name}: `))])
    expect(problems.join()).not.toContain('secret')
    const env = { SERVICE_FUNDING_SOURCE: 'ldk-server', ...PLAIN, ...changed }
    expect(readFundingEnv(env)).toEqual({ problems })
  })
})

test('a request is signed with the key as text, over eight bytes of time and the body with its frame', () => {
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
    openLdkServer(readTestConfig({ ...peer.env, ...changed }).config, {
      notes: createMemoryNotes(),
      network,
      clock: Date.now,
      log: SILENT_LOG,
    })

  test.each([
    [0, 'bc'],
    [1, 'tb'],
    [2, 'tb'],
    [3, 'tbs'],
    [4, 'bcrt'],
  ])('the identity has the node key, and network %i is %s', async (number, network) => {
    peer.appearOn(number)
    const source = await open({}, network)
    expect(source.identity()).toEqual({ network, nodeKey: peer.node.own.nodeKey })
    await source.close()
  })

  test('a key that LDK Server rejects stops the start and names its variable', async () => {
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

  test('a node with another than the pinned certificate gets no identity', async () => {
    const source = await open({ LDK_SERVER_CERT: selfSignedCertificate('localhost').cert })
    expect(source.identity()).toBeUndefined()
    await expect(source.balance()).rejects.toThrow()
    await source.close()
  })
})
