import { openNwcPeer } from '@satchel/lightning/world/peers/nwc/nwc-peer'
import { faultMatrix } from '../../../test/world/funding/fault-matrix.ts'

faultMatrix('NWC', openNwcPeer)
