import { defineBackend, text } from '../config/define-backend.ts'
import { readSimulated } from './read-simulated.ts'

export const simulated = defineBackend({
  kind: 'simulated',
  label: 'Simulated node',
  variables: [
    text('SERVICE_SIM_CONTROL', '`host:port` on loopback at which tests control the simulated node.'),
    text('SERVICE_SIM_JOURNAL', "The simulated node's file.", { varies: 'in the data folder' }),
  ],
  read: readSimulated,
  open: async ({ journalFile, control }, { clock, serviceSide }) =>
    (await import('./open-simulated-node.ts')).openSimulatedNode({
      journalFile,
      clock,
      control: control && { ...control, service: serviceSide },
    }),
  facts: { maxHeld: 300 },
})
