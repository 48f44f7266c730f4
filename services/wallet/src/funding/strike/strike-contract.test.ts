import { ownProcessContract } from '../own-process.contract.ts'

ownProcessContract('Strike', 'strike', { hosted: true, wholeSats: true, streams: false })
