import { openBlinkPeer } from '../../../world/funding/blink-peer.ts'
import { faultMatrix } from '../../../world/funding/fault-matrix.ts'

faultMatrix('Blink', openBlinkPeer)
