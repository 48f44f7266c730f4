import { Type } from 'typebox'

export const LinkToken = Type.String({
  pattern: '^[A-Za-z0-9_-]{43}$',
  writeOnly: true,
  description: 'Token of the link, which is in its URL after the #.',
  examples: ['A'.repeat(43)],
})
