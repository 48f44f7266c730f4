import { faultMatrix } from '../../../world/funding/fault-matrix.ts'
import { openNwcPeer } from '../../../world/funding/nwc-peer.ts'

faultMatrix('NWC', openNwcPeer)
