import { ownProcessContract } from '../../../world/own-process/own-process.contract.ts'

ownProcessContract('LNbits', 'lnbits', { needsAmount: true })
