import { openBlinkPeer } from '@satchel/lightning/world/peers/blink/blink-peer'
import { faultMatrix } from '../../../test/world/funding/fault-matrix.ts'

faultMatrix('Blink', openBlinkPeer)
