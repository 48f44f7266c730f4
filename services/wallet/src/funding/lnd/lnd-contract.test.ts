import { ownProcessContract } from '../own-process.contract.ts'

ownProcessContract('LND', 'lnd')
