import { faultMatrix } from '../../../world/funding/fault-matrix.ts'
import { openLdkServerPeer } from '../../../world/funding/ldk-server-peer.ts'

faultMatrix('LDK Server', openLdkServerPeer)
