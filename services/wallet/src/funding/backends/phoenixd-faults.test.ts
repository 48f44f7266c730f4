import { openPhoenixdPeer } from '@satchel/lightning/world/peers/phoenixd/phoenixd-peer'
import { faultMatrix } from '../../../test/world/funding/fault-matrix.ts'

faultMatrix('phoenixd', openPhoenixdPeer)
