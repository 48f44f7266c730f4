import { jwtEndsAt } from '../../adapter-parts/jwt-ends-at.ts'
import { defineBackend, secret, text } from '../../config/define-backend.ts'
import { readEclair } from './read-eclair.ts'

export const eclair = defineBackend({
  kind: 'eclair',
  label: 'Eclair',
  prefix: 'ECLAIR_',
  variables: [text('ECLAIR_URL', 'URL.'), secret('ECLAIR_PASS', 'Password.', { field: 'password' })],
  read: readEclair,
  open: async (config, deps) => (await import('./open-eclair.ts')).openEclair(config, deps),
  credentialEnds: ({ password }) => [jwtEndsAt(password)],
})
