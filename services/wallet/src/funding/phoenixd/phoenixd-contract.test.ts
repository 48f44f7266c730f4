import { ownProcessContract } from '../own-process.contract.ts'

ownProcessContract('phoenixd', 'phoenixd')
