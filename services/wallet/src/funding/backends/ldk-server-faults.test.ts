import { faultMatrix } from '../../../world/funding/fault-matrix.ts'
import { openLdkServerPeer } from '@satchel/lightning/world/peers/ldk-server/ldk-server-peer'

faultMatrix('LDK Server', openLdkServerPeer)
