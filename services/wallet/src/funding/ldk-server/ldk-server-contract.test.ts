import { faultMatrix } from '../../../world/funding/fault-matrix.ts'
import { openLdkServerPeer } from '../../../world/funding/ldk-server-peer.ts'
import { fundingSourceContract } from '../funding-source.contract.ts'
import { openTestLdkServer } from './open-test-ldk-server.ts'

fundingSourceContract('LDK Server', async () => {
  const { peer, source, close } = await openTestLdkServer()
  return { source, outside: peer.node.outside, close }
})

faultMatrix('LDK Server', openLdkServerPeer)
