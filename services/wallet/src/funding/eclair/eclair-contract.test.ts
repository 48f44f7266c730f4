import { ownProcessContract } from '../own-process.contract.ts'

ownProcessContract('Eclair', 'eclair', { forgetsClosed: true })
