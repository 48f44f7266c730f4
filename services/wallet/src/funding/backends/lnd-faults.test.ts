import { openLndPeer } from '@satchel/lightning/world/peers/lnd/lnd-peer'
import { faultMatrix } from '../../../world/funding/fault-matrix.ts'

faultMatrix('LND', openLndPeer)
