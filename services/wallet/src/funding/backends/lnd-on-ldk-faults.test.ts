import { openLndOnLdk } from '@satchel/lightning/world/peers/lnd/open-lnd-on-ldk'
import { faultMatrix } from '../../../test/world/funding/fault-matrix.ts'

faultMatrix('LND on real LDK nodes', openLndOnLdk)
