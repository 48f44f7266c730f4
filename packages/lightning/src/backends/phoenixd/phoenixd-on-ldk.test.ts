import { fundingSourceContract } from '../../../world/contract/funding-source.contract.ts'
import { createLdkPeerNode } from '../../../world/ldk/ldk-peer-node.ts'
import { type LdkWorld, realPayments } from '../../../world/ldk/real-payments.ts'
import { SILENT_LOG } from '../../../world/peer-parts/silent-log.ts'
import { openPhoenixdPeer } from '../../../world/peers/phoenixd/phoenixd-peer.ts'
import { openPhoenixd } from './open-phoenixd.ts'

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
