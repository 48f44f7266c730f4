import { ownProcessContract } from '../../../world/own-process/own-process.contract.ts'

ownProcessContract('Eclair', 'eclair', { forgetsClosed: true })
