import { openStrikePeer } from '@satchel/lightning/world/peers/strike/strike-peer'
import { faultMatrix } from '../../../world/funding/fault-matrix.ts'

faultMatrix('Strike', openStrikePeer)
