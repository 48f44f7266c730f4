import { SILENT_LOG } from '@satchel/http/log'
import { createLdkPeerNode } from '../../../world/funding/ldk/ldk-peer-node.ts'
import { type LdkWorld, realPayments } from '../../../world/funding/ldk/real-payments.ts'
import { openPhoenixdPeer } from '../../../world/funding/phoenixd-peer.ts'
import { fundingSourceContract } from '../funding-source.contract.ts'
import { openPhoenixd } from './phoenixd.ts'

async function openWorld(): Promise<LdkWorld> {
  const node = await createLdkPeerNode()
  const peer = await openPhoenixdPeer(node)
  const config = { kind: 'phoenixd', url: peer.server.url, password: peer.password } as const
  const source = await openPhoenixd(config, { network: 'bcrt', clock: Date.now, log: SILENT_LOG })
  return {
    source,
    outside: node.outside,
    node,
    async close() {
      await source.close()
      await peer.close()
      await node.close()
    },
  }
}

fundingSourceContract('phoenixd on real LDK nodes', openWorld)

realPayments('phoenixd on real LDK nodes', openWorld)
