import { hostedService } from '../../../world/funding/hosted-service.ts'
import { openStrikePeer } from '@satchel/lightning/world/peers/strike/strike-peer'

hostedService('Strike', openStrikePeer)
