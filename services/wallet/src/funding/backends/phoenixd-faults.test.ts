import { openPhoenixdPeer } from '@satchel/lightning/world/peers/phoenixd/phoenixd-peer'
import { faultMatrix } from '../../../world/funding/fault-matrix.ts'

faultMatrix('phoenixd', openPhoenixdPeer)
