import { faultMatrix } from '../../../world/funding/fault-matrix.ts'
import { openNwcPeer } from '@satchel/lightning/world/peers/nwc/nwc-peer'

faultMatrix('NWC', openNwcPeer)
