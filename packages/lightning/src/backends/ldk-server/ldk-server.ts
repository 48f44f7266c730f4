import { defineBackend, secret, text } from '../../config/define-backend.ts'
import { readLdkServer } from './read-ldk-server.ts'

export const ldkServer = defineBackend({
  kind: 'ldk-server',
  label: 'LDK Server',
  prefix: 'LDK_SERVER_',
  variables: [
    text('LDK_SERVER_ENDPOINT', 'URL, https.', { varies: '`https://127.0.0.1:3536`' }),
    text('LDK_SERVER_CERT', 'Certificate: PEM, base64 or a path.', {
      varies: 'one that the system trusts',
      field: 'cert',
    }),
    secret('LDK_SERVER_API_KEY', 'Key in hex, or the path of its file.', { field: 'api-key' }),
  ],
  read: readLdkServer,
  open: async (config, deps) => (await import('./open-ldk-server.ts')).openLdkServer(config, deps),
  // Its channels hold 50 HTLCs.
  facts: { maxHeld: 30 },
})
