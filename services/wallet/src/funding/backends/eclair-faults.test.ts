import { openEclairPeer } from '@satchel/lightning/world/peers/eclair/eclair-peer'
import { faultMatrix } from '../../../test/world/funding/fault-matrix.ts'

faultMatrix('Eclair', openEclairPeer)
