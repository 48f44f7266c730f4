import { ownProcessContract } from '../own-process.contract.ts'

ownProcessContract('OpenNode, were it to show preimages,', 'opennode', {
  hosted: true,
  wholeSats: true,
  hashesDescriptions: false,
  streams: false,
})
