import { ownProcessContract } from '../own-process.contract.ts'

ownProcessContract('LDK Server', 'ldk-server')
