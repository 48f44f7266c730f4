import { openEclairPeer } from '../../../world/funding/eclair-peer.ts'
import { faultMatrix } from '../../../world/funding/fault-matrix.ts'

faultMatrix('Eclair', openEclairPeer)
