import { openStrikePeer } from '@satchel/lightning/world/peers/strike/strike-peer'
import { faultMatrix } from '../../../test/world/funding/fault-matrix.ts'

faultMatrix('Strike', openStrikePeer)
