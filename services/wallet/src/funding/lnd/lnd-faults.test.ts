import { faultMatrix } from '../../../world/funding/fault-matrix.ts'
import { openLndPeer } from '../../../world/funding/lnd-peer.ts'

faultMatrix('LND', openLndPeer)
