import { ownProcessContract } from '../../../world/own-process/own-process.contract.ts'

ownProcessContract('Strike', 'strike', { hosted: true, wholeSats: true, streams: false })
