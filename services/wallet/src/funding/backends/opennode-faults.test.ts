import { faultMatrix } from '../../../world/funding/fault-matrix.ts'
import { openOpenNodePeer } from '@satchel/lightning/world/peers/opennode/opennode-peer'

faultMatrix('OpenNode, were it to show preimages', () => openOpenNodePeer({ showsPreimages: true }))
