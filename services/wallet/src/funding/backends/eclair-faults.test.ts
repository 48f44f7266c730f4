import { openEclairPeer } from '@satchel/lightning/world/peers/eclair/eclair-peer'
import { faultMatrix } from '../../../world/funding/fault-matrix.ts'

faultMatrix('Eclair', openEclairPeer)
