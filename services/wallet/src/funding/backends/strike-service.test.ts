import { openStrikePeer } from '@satchel/lightning/world/peers/strike/strike-peer'
import { hostedService } from '../../../test/world/funding/hosted-service.ts'

hostedService('Strike', openStrikePeer)
