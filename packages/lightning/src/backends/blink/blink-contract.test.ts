import { ownProcessContract } from '../../../world/own-process/own-process.contract.ts'

ownProcessContract('Blink', 'blink', { hosted: true, wholeSats: true })
