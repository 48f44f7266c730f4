import { fundingSourceContract } from '../../../world/contract/funding-source.contract.ts'
import { createLdkPeerNode } from '../../../world/ldk/ldk-peer-node.ts'
import { type LdkWorld, realPayments } from '../../../world/ldk/real-payments.ts'
import { openLdkServerPeer } from '../../../world/peers/ldk-server/ldk-server-peer.ts'
import { openTestLdkServer } from '../../../world/peers/ldk-server/open-test-ldk-server.ts'

async function openWorld(): Promise<LdkWorld> {
  const node = await createLdkPeerNode()
  const { source, peer, close } = await openTestLdkServer(await openLdkServerPeer(node))
  const { outside } = peer.node
  return {
    source,
    outside,
    node: { ...node, outside },
    async close() {
      await close()
      await node.close()
    },
  }
}

fundingSourceContract('LDK Server on real LDK nodes', openWorld)

realPayments('LDK Server on real LDK nodes', openWorld)
