import { faultMatrix } from '../../../world/funding/fault-matrix.ts'
import { openLnbitsPeer } from '@satchel/lightning/world/peers/lnbits/lnbits-peer'

faultMatrix('LNbits', openLnbitsPeer)
