import { SILENT_LOG } from '@satchel/http/log'
import { openLnbitsPeer } from '../../../world/funding/lnbits-peer.ts'
import { fundingSourceContract } from '../funding-source.contract.ts'
import { openLnbits } from './lnbits.ts'

fundingSourceContract('LNbits', async () => {
  const peer = await openLnbitsPeer()
  const config = {
    kind: 'lnbits',
    url: peer.server.url,
    adminKey: { variable: 'LNBITS_ADMIN_KEY', value: peer.adminKey },
    invoiceKey: { variable: 'LNBITS_INVOICE_KEY', value: peer.invoiceKey },
  } as const
  const source = await openLnbits(config, { network: 'bcrt', clock: Date.now, log: SILENT_LOG })
  return {
    source,
    outside: peer.node.outside,
    needsAmount: true,
    async close() {
      await source.close()
      await peer.close()
    },
  }
})
