import { faultMatrix } from '../../../world/funding/fault-matrix.ts'
import { openLndPeer } from '@satchel/lightning/world/peers/lnd/lnd-peer'

faultMatrix('LND', openLndPeer)
