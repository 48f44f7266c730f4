import { openOpenNodePeer } from '@satchel/lightning/world/peers/opennode/opennode-peer'
import { faultMatrix } from '../../../test/world/funding/fault-matrix.ts'

faultMatrix('OpenNode, were it to show preimages', () => openOpenNodePeer({ showsPreimages: true }))
