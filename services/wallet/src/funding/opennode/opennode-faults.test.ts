import { faultMatrix } from '../../../world/funding/fault-matrix.ts'
import { openOpenNodePeer } from '../../../world/funding/opennode-peer.ts'

faultMatrix('OpenNode, were it to show preimages', () => openOpenNodePeer({ showsPreimages: true }))
