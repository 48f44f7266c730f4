import { faultMatrix } from '../../../world/funding/fault-matrix.ts'
import { openStrikePeer } from '../../../world/funding/strike-peer.ts'

faultMatrix('Strike', openStrikePeer)
