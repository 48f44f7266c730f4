import { ownProcessContract } from '../../../world/own-process/own-process.contract.ts'

const TRAITS = { hosted: true, wholeSats: true, hashesDescriptions: false, streams: false }

ownProcessContract('OpenNode', 'opennode', TRAITS)
ownProcessContract('OpenNode, were it to show preimages,', 'opennode-proving', TRAITS)
