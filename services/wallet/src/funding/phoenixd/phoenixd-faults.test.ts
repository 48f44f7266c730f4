import { faultMatrix } from '../../../world/funding/fault-matrix.ts'
import { openPhoenixdPeer } from '../../../world/funding/phoenixd-peer.ts'

faultMatrix('phoenixd', openPhoenixdPeer)
