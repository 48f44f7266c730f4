import { SILENT_LOG } from '@satchel/http/log'
import { openEclairPeer } from '../../../world/funding/eclair-peer.ts'
import { fundingSourceContract } from '../funding-source.contract.ts'
import { openEclair } from './eclair.ts'

fundingSourceContract('Eclair', async () => {
  const peer = await openEclairPeer()
  const config = { kind: 'eclair', url: peer.server.url, password: peer.password } as const
  const source = await openEclair(config, { network: 'bcrt', clock: Date.now, log: SILENT_LOG })
  return {
    source,
    outside: peer.node.outside,
    forgetsClosed: true,
    async close() {
      await source.close()
      await peer.close()
    },
  }
})
