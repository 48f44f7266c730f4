import { openLnbitsPeer } from '@satchel/lightning/world/peers/lnbits/lnbits-peer'
import { faultMatrix } from '../../../world/funding/fault-matrix.ts'

faultMatrix('LNbits', openLnbitsPeer)
