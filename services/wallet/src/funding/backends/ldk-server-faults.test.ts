import { openLdkServerPeer } from '@satchel/lightning/world/peers/ldk-server/ldk-server-peer'
import { faultMatrix } from '../../../test/world/funding/fault-matrix.ts'

faultMatrix('LDK Server', openLdkServerPeer)
