import { openNwcPeer } from '@satchel/lightning/world/peers/nwc/nwc-peer'
import { faultMatrix } from '../../../world/funding/fault-matrix.ts'

faultMatrix('NWC', openNwcPeer)
