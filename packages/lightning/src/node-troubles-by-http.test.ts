import { describe, expect, test } from 'vitest'
import { type OpenPeer, openOn } from '../world/own-process/open-watched.ts'
import type { PeerServer } from '../world/peer-parts/peer-server.ts'
import { openBlinkPeer } from '../world/peers/blink/blink-peer.ts'
import { openClnPeer } from '../world/peers/cln/cln-peer.ts'
import { openEclairPeer } from '../world/peers/eclair/eclair-peer.ts'
import { openLnbitsPeer } from '../world/peers/lnbits/lnbits-peer.ts'
import { openOpenNodePeer } from '../world/peers/opennode/opennode-peer.ts'
import { openPhoenixdPeer } from '../world/peers/phoenixd/phoenixd-peer.ts'
import { openStrikePeer } from '../world/peers/strike/strike-peer.ts'

interface Peer extends OpenPeer {
  readonly server: PeerServer
}

const BY_HTTP: readonly (readonly [string, () => Promise<Peer>, string, string])[] = [
  ['phoenixd', openPhoenixdPeer, 'PHOENIXD_API_ENDPOINT', 'PHOENIXD_API_PASSWORD'],
  ['Eclair', openEclairPeer, 'ECLAIR_URL', 'ECLAIR_PASS'],
  ['LNbits', openLnbitsPeer, 'LNBITS_ENDPOINT', 'LNBITS_INVOICE_KEY'],
  ['Blink', openBlinkPeer, 'BLINK_API_ENDPOINT', 'BLINK_TOKEN'],
  ['OpenNode', openOpenNodePeer, 'OPENNODE_API_ENDPOINT', 'OPENNODE_INVOICE_KEY'],
  ['Strike', openStrikePeer, 'STRIKE_API_ENDPOINT', 'STRIKE_API_KEY'],
  ['Core Lightning', openClnPeer, 'CLNREST_URL', 'CLNREST_READONLY_RUNE'],
]

describe.each(BY_HTTP)('%s', (_name, openPeer, endpoint, credential) => {
  test('a rejected credential is reported until it is accepted again', async () => {
    const { source, server, troubles } = await openOn(openPeer)
    await source.balance()
    expect(troubles()).toEqual([])
    server.plan('', { do: 'refuse', status: 401 })
    await expect(source.balance()).rejects.toThrow()
    expect(troubles()).toEqual([`credential_refused ${credential}`])
    await source.balance()
    expect(troubles()).toEqual([])
  })

  test('a node that is down, or whose proxy reports that, is unreachable', async () => {
    const { source, server, troubles } = await openOn(openPeer)
    server.plan('', { do: 'refuse', status: 502 })
    await expect(source.balance()).rejects.toThrow()
    expect(troubles()).toEqual(['unreachable'])
    await server.goDown()
    // The first ones may break off on connections that were open.
    const ask = () => source.balance().then(() => ['it answers'], troubles)
    await expect.poll(ask).toEqual([`unreachable ${endpoint}`])
    await server.comeUp()
    await source.balance()
    expect(troubles()).toEqual([])
  })

  test.each([-3600, 62, 3600])(
    'a clock that is %i seconds ahead is reported, and nothing else changes',
    async (seconds) => {
      const { source, server, troubles } = await openOn(openPeer)
      server.setClockAhead(seconds)
      await source.balance()
      expect(troubles()).toEqual(['clock_apart'])
      server.setClockAhead(0)
      await source.balance()
      expect(troubles()).toEqual([])
    },
  )
})

test('Eclair without coins cannot claim the payments of a closing channel; without Bitcoin Core it follows no chain', async () => {
  const { source, troubles, setCoins } = await openOn(openEclairPeer)
  for (const [coins, expected] of [
    [{ confirmed: 5000, unconfirmed: 4999 }, ['no_coins']],
    [undefined, []],
    [{ confirmed: 0, unconfirmed: 10_000 }, []],
  ] as const) {
    setCoins(coins)
    await source.info?.()
    expect(troubles()).toEqual(expected)
  }
})

test('a clock within a minute of ours is accepted', async () => {
  const { source, server, troubles } = await openOn(openPhoenixdPeer)
  for (const seconds of [-58, 58]) {
    server.setClockAhead(seconds)
    await source.balance()
    expect(troubles()).toEqual([])
  }
})

test('an unknown error of a node is reported as unreachable once calls fail, and is over with the next answer', async () => {
  const { source, server, troubles } = await openOn(openPhoenixdPeer)
  server.plan('', { do: 'refuse', status: 500 })
  await expect(source.balance()).rejects.toThrow()
  expect(troubles()).toEqual(['unreachable'])
  await source.balance()
  expect(troubles()).toEqual([])
})
