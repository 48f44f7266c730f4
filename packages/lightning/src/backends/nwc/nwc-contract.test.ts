import { ownProcessContract } from '../../../world/own-process/own-process.contract.ts'

ownProcessContract('NWC', 'nwc')
