import { SILENT_LOG } from '@satchel/http/log'
import { openPhoenixdPeer } from '../../../world/funding/phoenixd-peer.ts'
import { fundingSourceContract } from '../funding-source.contract.ts'
import { openPhoenixd } from './phoenixd.ts'

fundingSourceContract('phoenixd', async () => {
  const peer = await openPhoenixdPeer()
  const config = { kind: 'phoenixd', url: peer.server.url, password: peer.password } as const
  const source = await openPhoenixd(config, { network: 'bcrt', clock: Date.now, log: SILENT_LOG })
  return {
    source,
    outside: peer.node.outside,
    async close() {
      await source.close()
      await peer.close()
    },
  }
})
