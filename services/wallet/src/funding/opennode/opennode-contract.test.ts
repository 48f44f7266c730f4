import { SILENT_LOG } from '@satchel/http/log'
import { createMemoryNotes } from '../../../world/funding/memory-notes.ts'
import { openOpenNodePeer } from '../../../world/funding/opennode-peer.ts'
import { fundingSourceContract } from '../funding-source.contract.ts'
import { openOpenNode } from './opennode.ts'

fundingSourceContract('OpenNode, were it to show preimages,', async () => {
  const peer = await openOpenNodePeer({ showsPreimages: true })
  const config = {
    kind: 'opennode',
    url: peer.server.url,
    invoiceKey: { variable: 'OPENNODE_INVOICE_KEY', value: peer.invoiceKey },
    payKey: { variable: 'OPENNODE_ADMIN_KEY', value: peer.adminKey },
  } as const
  const deps = { notes: createMemoryNotes(), network: 'bcrt', clock: Date.now, log: SILENT_LOG }
  const source = await openOpenNode(config, deps)
  return {
    source,
    outside: peer.node.outside,
    hosted: true,
    wholeSats: true,
    hashesDescriptions: false,
    streams: false,
    async close() {
      await source.close()
      await peer.close()
    },
  }
})
