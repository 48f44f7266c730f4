import { defineExtension } from '@satchel/extension-sdk/extension'
import { routeBuilders } from '@satchel/extension-sdk/route-builders'
import type { Shape } from '@satchel/extension-sdk/shape'

const FIELDS = {
  topic: { type: 'text', max: 50, pattern: '^[a-z0-9]+$', doc: 'The hashtag of the notes.', show: 'public' },
  relays: {
    type: 'list',
    of: { scalar: 'text', max: 300 },
    minItems: 1,
    maxItems: 5,
    doc: 'Where notes go: `wss://…`.',
  },
  notes: { type: 'int', doc: 'How many notes were published.', by: 'server', default: 0 },
} as const satisfies Shape

const { route } = routeBuilders<typeof FIELDS>()

/** Publishes notes on Nostr, signed by a key of the extension. */
export const ANNOUNCER = defineExtension({
  manifest: {
    id: 'announcer',
    name: 'Announcer',
    version: '0.1.0',
    short_description: 'Publishes notes on Nostr.',
    api_version: 1,
    permissions: [{ id: 'nostr', reason: 'Publishes your notes.' }],
  },
  noun: 'channel',
  resource: FIELDS,
  beforeCreate: async (draft) => ({ ...draft, notes: 0 }),
  routes: {
    'POST /api/v1/:id/notes': route({
      access: 'admin',
      summary: 'Publish a note',
      description: 'It is signed now, and sent to each relay until the relay has it.',
      status: 202,
      body: { text: { type: 'text', min: 1, max: 2000, doc: 'The note.' } },
      reply: { pubkey: { type: 'text', max: 64, doc: 'The key that signs the notes, in hex.' } },
      async handle({ item, body }, ctx) {
        const createdAt = Math.floor(ctx.now() / 1000)
        const note = { kind: 1, createdAt, tags: [['t', item.topic]], content: body.text }
        await ctx.nostr.publish(note, item.relays)
        await ctx.items.update(item.id, { notes: item.notes + 1 })
        return { json: { pubkey: ctx.nostr.pubkey } }
      },
    }),
  },
})
