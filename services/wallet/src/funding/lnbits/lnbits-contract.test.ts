import { ownProcessContract } from '../own-process.contract.ts'

ownProcessContract('LNbits', 'lnbits', { needsAmount: true })
