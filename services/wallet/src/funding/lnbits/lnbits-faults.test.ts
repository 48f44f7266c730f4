import { faultMatrix } from '../../../world/funding/fault-matrix.ts'
import { openLnbitsPeer } from '../../../world/funding/lnbits-peer.ts'

faultMatrix('LNbits', openLnbitsPeer)
