import { hostedService } from '../../../world/funding/hosted-service.ts'
import { openStrikePeer } from '../../../world/funding/strike-peer.ts'

hostedService('Strike', openStrikePeer)
