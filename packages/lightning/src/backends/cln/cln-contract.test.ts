import { ownProcessContract } from '../../../world/own-process/own-process.contract.ts'

ownProcessContract('cln', 'cln')
ownProcessContract('cln, an older node without plugins', 'cln-old')
