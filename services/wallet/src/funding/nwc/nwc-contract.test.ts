import { createReader } from '@satchel/http/environment'
import { SILENT_LOG } from '@satchel/http/log'
import { openNwcPeer } from '../../../world/funding/nwc-peer.ts'
import { readNwc } from '../../config/funding/nwc.ts'
import { fundingSourceContract } from '../funding-source.contract.ts'
import { openNwc } from './nwc.ts'

fundingSourceContract('NWC', async () => {
  const peer = await openNwcPeer()
  const config = readNwc(createReader(peer.env, []), { problems: [] })
  const source = await openNwc(config, { network: 'bcrt', clock: Date.now, log: SILENT_LOG })
  return {
    source,
    outside: peer.node.outside,
    async close() {
      await source.close()
      await peer.close()
    },
  }
})
