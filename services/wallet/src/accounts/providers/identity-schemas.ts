import { Type } from 'typebox'
import { LABEL_OF, type LinkedIdentity } from './identity.ts'

export const Identity = Type.Object(
  {
    id: Type.String({ description: 'Id of the link, for unlinking.' }),
    provider: Type.String({ description: '`google`, `github`, `keycloak` or `nostr`.', examples: ['google'] }),
    provider_label: Type.String({ description: 'Display name of the provider.', examples: ['Google'] }),
    subject: Type.String({ description: 'Your permanent id at the provider; for Nostr the public key, hex.' }),
    label: Type.String({ description: 'Label of the identity, such as your name at the provider; or empty.' }),
    email: Type.String({ description: 'Email address that the provider has verified, or empty.' }),
    created_at: Type.String({ description: 'Time of linking, ISO 8601.' }),
    last_used_at: Type.String({ description: 'Time of the last log-in with it, or of linking, ISO 8601.' }),
  },
  { $id: 'Identity', description: 'Linked identity that can log in to your account.' },
)

export const toIdentityBody = (identity: LinkedIdentity) => ({
  id: identity.id,
  provider: identity.provider,
  provider_label: LABEL_OF[identity.provider],
  subject: identity.subject,
  label: identity.label,
  email: identity.verifiedEmail,
  created_at: new Date(identity.createdAt * 1000).toISOString(),
  last_used_at: new Date(identity.lastUsedAt * 1000).toISOString(),
})
