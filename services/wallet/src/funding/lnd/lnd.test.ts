import { openLndPeer } from '../../../world/funding/lnd-peer.ts'
import { faultMatrix } from '../../../world/funding/fault-matrix.ts'
import { fundingSourceContract } from '../funding-source.contract.ts'
import { openTestLnd } from './open-test-lnd.ts'

fundingSourceContract('LND', async () => {
  const { peer, source, close } = await openTestLnd()
  return { source, outside: peer.node.outside, close }
})

faultMatrix('LND', openLndPeer)
