import { createLdkPeerNode } from '../../../world/funding/ldk/ldk-peer-node.ts'
import { type LdkWorld, realPayments } from '../../../world/funding/ldk/real-payments.ts'
import { openLdkServerPeer } from '../../../world/funding/ldk-server-peer.ts'
import { fundingSourceContract } from '../funding-source.contract.ts'
import { openTestLdkServer } from './open-test-ldk-server.ts'

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
