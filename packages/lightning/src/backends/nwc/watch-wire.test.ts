import { createReader } from '@satchel/http/environment'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createMemoryNotes } from '../../../world/peer-parts/memory-notes.ts'
import { SILENT_LOG } from '../../../world/peer-parts/silent-log.ts'
import { type NwcPeer, openNwcPeer } from '../../../world/peers/nwc/nwc-peer.ts'
import type { FundingSource } from '../../port/funding-source.ts'
import { openNwc } from './open-nwc.ts'
import { readNwc } from './read-nwc.ts'

let peer: NwcPeer
beforeEach(async () => {
  peer = await openNwcPeer()
})
afterEach(() => peer.close())

async function open(): Promise<FundingSource> {
  const config = readNwc(createReader(peer.env, []), { problems: [] })
  const source = await openNwc(config, {
    notes: createMemoryNotes(),
    network: undefined,
    clock: Date.now,
    log: SILENT_LOG,
  })
  onTestFinished(() => source.close())
  return source
}

describe('why the wallet does not answer', () => {
  const VARIABLE = { variable: 'NWC_PAIRING_URL' }

  test('a trouble is absent while the wallet answers', async () => {
    const source = await open()
    await source.balance()
    expect(source.troubles?.()).toEqual([])
  })

  test('a trouble is reported while its relays do not accept the request', async () => {
    const source = await open()
    for (const relay of peer.relays) relay.refusal = 'restricted: members only'
    await expect(source.balance()).rejects.toThrow()
    const detail = 'the relays do not take the request'
    expect(source.troubles?.()).toMatchObject([{ kind: 'unreachable', detail, ...VARIABLE }])
    for (const relay of peer.relays) relay.refusal = undefined
    await source.balance()
    expect(source.troubles?.()).toEqual([])
  })

  test('a trouble is reported while it cannot be reached', async () => {
    const source = await open()
    await peer.server.goDown()
    await expect(source.balance()).rejects.toThrow()
    await expect(source.balance()).rejects.toThrow()
    expect(source.troubles?.()).toMatchObject([{ kind: 'unreachable', ...VARIABLE }])
    await peer.server.comeUp()
    await expect.poll(() => source.balance().catch(() => undefined), { timeout: 8000 }).toBeDefined()
    expect(source.troubles?.()).toEqual([])
  })

  test.each([
    ['UNAUTHORIZED', 'the wallet refuses this connection'],
    ['RESTRICTED', 'the connection does not allow get_balance'],
  ])('a trouble is reported if the wallet answers the connection with %s', async (code, detail) => {
    const source = await open()
    peer.wallet.plan('get_balance', { do: 'refuse', status: 401, text: code })
    await expect(source.balance()).rejects.toThrow()
    expect(source.troubles?.()).toMatchObject([{ kind: 'credential_refused', detail, ...VARIABLE }])
    await source.balance()
    expect(source.troubles?.()).toEqual([])
  })

  test('a trouble is reported if the clocks differ by more than a minute', async () => {
    const source = await open()
    // One that is ahead leaves requests alone: they have expired by its clock.
    peer.wallet.words.aheadSeconds = -3600
    await source.balance()
    expect(source.troubles?.()).toMatchObject([{ kind: 'clock_apart' }])
    peer.wallet.words.aheadSeconds = 0
    await source.balance()
    expect(source.troubles?.()).toEqual([])
  })
})
