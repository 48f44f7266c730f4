import { jwtEndsAt } from '../../adapter-parts/jwt-ends-at.ts'
import { defineBackend, PATIENT_MS, secret, text } from '../../config/define-backend.ts'
import { noteElsewhere } from './note-elsewhere.ts'
import { readStrike } from './read-strike.ts'

export const strike = defineBackend({
  kind: 'strike',
  label: 'Strike',
  prefix: 'STRIKE_API_',
  variables: [
    secret('STRIKE_API_KEY', 'API key.', { field: 'api-key' }),
    text('STRIKE_API_ENDPOINT', 'URL.', { varies: "Strike's" }),
  ],
  read: readStrike,
  open: async (config, deps) => (await import('./open-strike.ts')).openStrike(config, deps),
  facts: { hosted: true, reconcileMs: PATIENT_MS },
  credentialEnds: ({ apiKey }) => [jwtEndsAt(apiKey)],
  noteElsewhere: { payment: noteElsewhere },
})
