import { openLndPeer } from '@satchel/lightning/world/peers/lnd/lnd-peer'
import { faultMatrix } from '../../../test/world/funding/fault-matrix.ts'

faultMatrix('LND', openLndPeer)
