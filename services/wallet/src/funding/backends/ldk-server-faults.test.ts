import { openLdkServerPeer } from '@satchel/lightning/world/peers/ldk-server/ldk-server-peer'
import { faultMatrix } from '../../../world/funding/fault-matrix.ts'

faultMatrix('LDK Server', openLdkServerPeer)
