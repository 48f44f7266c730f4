import { Type } from 'typebox'

export const LinkToken = Type.String({
  pattern: '^[A-Za-z0-9_-]{43}$',
  writeOnly: true,
  description: 'The token of the link, which is behind its `#`.',
  examples: ['A'.repeat(43)],
})
