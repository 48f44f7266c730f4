import { createLdkPeerNode } from '../../ldk/ldk-peer-node.ts'
import { openLndPeer } from './lnd-peer.ts'

/** A peer that plays LND, with a real LDK node behind its interface. */
export async function openLndOnLdk() {
  const node = await createLdkPeerNode()
  const peer = await openLndPeer(node)
  const close = async (): Promise<void> => {
    await peer.close()
    await node.close()
  }
  return { ...peer, node, close }
}
