import { ownProcessContract } from '../own-process.contract.ts'

ownProcessContract('NWC', 'nwc')
