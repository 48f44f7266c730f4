import { faultMatrix } from '../../../world/funding/fault-matrix.ts'
import { openStrikePeer } from '@satchel/lightning/world/peers/strike/strike-peer'

faultMatrix('Strike', openStrikePeer)
