import { ownProcessContract } from '../own-process.contract.ts'

ownProcessContract('Blink', 'blink', { hosted: true, wholeSats: true })
