import { SILENT_LOG } from '@satchel/http/log'
import { createMemoryNotes } from '../../../world/funding/memory-notes.ts'
import { openStrikePeer } from '../../../world/funding/strike-peer.ts'
import { fundingSourceContract } from '../funding-source.contract.ts'
import { openStrike } from './strike.ts'

fundingSourceContract('Strike', async () => {
  const peer = await openStrikePeer()
  const config = { kind: 'strike', url: peer.server.url, apiKey: peer.apiKey } as const
  const deps = { notes: createMemoryNotes(), network: 'bcrt', clock: Date.now, log: SILENT_LOG }
  const source = await openStrike(config, deps)
  return {
    source,
    outside: peer.node.outside,
    hosted: true,
    wholeSats: true,
    streams: false,
    async close() {
      await source.close()
      await peer.close()
    },
  }
})
