import { expect, onTestFinished, test } from 'vitest'
import { readFundingEnv } from '../world/own-process/read-funding-env.ts'
import { createMemoryNotes } from '../world/peer-parts/memory-notes.ts'
import { SILENT_LOG } from '../world/peer-parts/silent-log.ts'
import { openBlinkPeer } from '../world/peers/blink/blink-peer.ts'
import { openClnPeer } from '../world/peers/cln/cln-peer.ts'
import { openEclairPeer } from '../world/peers/eclair/eclair-peer.ts'
import { openLdkServerPeer } from '../world/peers/ldk-server/ldk-server-peer.ts'
import { openLnbitsPeer } from '../world/peers/lnbits/lnbits-peer.ts'
import { openLndPeer } from '../world/peers/lnd/lnd-peer.ts'
import { openNwcPeer } from '../world/peers/nwc/nwc-peer.ts'
import { openOpenNodePeer } from '../world/peers/opennode/opennode-peer.ts'
import { openPhoenixdPeer } from '../world/peers/phoenixd/phoenixd-peer.ts'
import { openStrikePeer } from '../world/peers/strike/strike-peer.ts'
import { openFundingSource } from './open-funding-source.ts'
import type { FundingSource } from './port/funding-source.ts'

interface Peer {
  readonly env: Readonly<Record<string, string>>
  close(): Promise<void>
}

const PEERS: readonly (readonly [kind: string, open: () => Promise<Peer>, info: object])[] = [
  [
    'LND',
    openLndPeer,
    { alias: 'carol', canReceiveMsat: 40_000n, height: 1000, synced: true, graphSynced: true, channels: 1 },
  ],
  ['Core Lightning', openClnPeer, { alias: 'PEER', canReceiveMsat: 40_000n, height: 100, synced: true, channels: 2 }],
  ['phoenixd', openPhoenixdPeer, { canReceiveMsat: 40_000n, height: 1000 }],
  [
    'Eclair',
    openEclairPeer,
    { alias: 'bob', canReceiveMsat: 40_000n, height: 1000, onChainMsat: 90_000_000n, channels: 2 },
  ],
  [
    'LDK Server',
    openLdkServerPeer,
    { alias: 'erin', canReceiveMsat: 40_000n, height: 1000, synced: true, onChainMsat: 100_000_000n, channels: 1 },
  ],
  ['NWC', openNwcPeer, { alias: 'peer', height: 1 }],
  ['LNbits', openLnbitsPeer, { alias: 'Satchel' }],
  ['Blink', openBlinkPeer, { alias: 'dave' }],
]

async function openSource(open: () => Promise<Peer>): Promise<FundingSource> {
  const peer = await open()
  onTestFinished(() => peer.close())
  const read = readFundingEnv(peer.env)
  if ('problems' in read) throw new Error(read.problems.join())
  const deps = { clock: Date.now, log: SILENT_LOG, notesOf: createMemoryNotes }
  const source = await openFundingSource(read.funding, deps)
  onTestFinished(() => source.close())
  return source
}

test.each(PEERS)('%s reports its name, the inbound capacity and its block height', async (_kind, open, info) => {
  expect(await (await openSource(open)).info?.()).toEqual(info)
})

test.each([
  ['OpenNode', openOpenNodePeer],
  ['Strike', openStrikePeer],
])('%s shows a key with the scopes of this service nothing but its balance', async (_kind, open) => {
  const source = await openSource(open)
  expect(source.info).toBeUndefined()
  expect(await source.balance()).toBeGreaterThan(0n)
})
