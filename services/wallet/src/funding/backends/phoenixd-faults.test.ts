import { faultMatrix } from '../../../world/funding/fault-matrix.ts'
import { openPhoenixdPeer } from '@satchel/lightning/world/peers/phoenixd/phoenixd-peer'

faultMatrix('phoenixd', openPhoenixdPeer)
