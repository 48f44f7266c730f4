import { openOpenNodePeer } from '@satchel/lightning/world/peers/opennode/opennode-peer'
import { faultMatrix } from '../../../world/funding/fault-matrix.ts'

faultMatrix('OpenNode, were it to show preimages', () => openOpenNodePeer({ showsPreimages: true }))
