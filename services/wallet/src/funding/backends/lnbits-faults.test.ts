import { openLnbitsPeer } from '@satchel/lightning/world/peers/lnbits/lnbits-peer'
import { faultMatrix } from '../../../test/world/funding/fault-matrix.ts'

faultMatrix('LNbits', openLnbitsPeer)
