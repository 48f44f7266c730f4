const nameOf = (id: string): string => `${id.slice(0, 1).toUpperCase()}${id.slice(1).replaceAll('_', ' ')}`

/** Fields alone: five endpoints, a public answer, no code. */
export const manifestTemplate = (id: string) => ({
  id,
  name: nameOf(id),
  version: '0.1.0',
  short_description: `Keeps things in a ${id.replaceAll('_', ' ')}.`,
  api_version: 1,
  runtime: { kind: 'declarative' },
  permissions: [],
  resource: {
    title: { type: 'text', max: 100, doc: 'What it is called.', show: 'public' },
    price: { type: 'money', doc: 'What it costs, in `currency`.', default: 0, show: 'public' },
    currency: { type: 'currency', doc: 'Of the price: `sat`, or ISO 4217.', default: 'sat', show: 'public' },
    note: { type: 'text', max: 500, doc: 'For the owner alone.', optional: true },
  },
})

/** An item that is paid for: a field, a public route, a page, and what a payment changes. */
export const codeTemplate = (id: string): string => `import { defineExtension } from '@satchel/extension-sdk/extension'
import { refuse } from '@satchel/extension-sdk/refusal'

/** Things with a price, and a page on which anybody pays it. */
export const ${id.toUpperCase()} = defineExtension({
  manifest: {
    id: '${id}',
    name: '${nameOf(id)}',
    version: '0.1.0',
    short_description: 'Things with a price.',
    api_version: 1,
    permissions: [
      { id: 'receive', reason: 'makes invoices over the price' },
      { id: 'page', reason: 'shows what is for sale' },
    ],
  },
  noun: 'thing',
  resource: {
    title: { type: 'text', max: 100, doc: 'What it is called.', show: 'public' },
    price: { type: 'money', min: 0.01, doc: 'What it costs, in \`currency\`.', show: 'public' },
    currency: { type: 'currency', doc: 'Of the price: \`sat\`, or ISO 4217.', default: 'sat', show: 'public' },
    sold: { type: 'int', doc: 'How often it was paid.', by: 'server', default: 0 },
  },
  beforeCreate: async (draft) => ({ ...draft, sold: 0 }),
  async onPaymentSettled(payment, ctx) {
    const thing = payment.itemId === undefined ? null : await ctx.items.get(payment.itemId)
    // Deleted meanwhile: the money is in the wallet all the same.
    if (thing === null) return
    await ctx.items.update(thing.id, { sold: thing.sold + 1 })
  },
  routes: {
    'POST /public/:id/invoices': {
      access: 'public',
      summary: 'Buy a thing',
      description: 'An invoice over its price, at the rate of the moment.',
      status: 201,
      reply: {
        payment_hash: { type: 'text', max: 64, doc: 'Identifies the payment.' },
        payment_request: { type: 'text', max: 4096, doc: 'BOLT11 invoice.' },
      },
      async handle({ params }, ctx) {
        const thing = await ctx.items.get(params['id'] ?? '')
        if (thing === null) throw refuse('There is no such thing.', 404)
        const { paymentHash, paymentRequest } = await ctx.wallets.createInvoice(thing.wallet, {
          money: [thing.price, thing.currency],
          memo: thing.title,
          itemId: thing.id,
        })
        return { json: { payment_hash: paymentHash, payment_request: paymentRequest } }
      },
    },
    'GET /p/:id': {
      access: 'public',
      summary: 'The page of a thing',
      async handle({ params }, ctx) {
        const thing = await ctx.items.get(params['id'] ?? '')
        if (thing === null) throw refuse('There is no such thing.', 404)
        return {
          page: {
            title: thing.title,
            blocks: [
              { kind: 'amount', text: \`\${thing.price} \${thing.currency}\` },
              {
                kind: 'form',
                action: \`/public/\${thing.id}/invoices\`,
                submit: 'Buy',
                fields: [],
                paid: { text: 'Thank you, it is yours.' },
              },
            ],
          },
        }
      },
    },
  },
})
`

export const testTemplate = (
  id: string,
): string => `import { extensionContract } from '../../services/wallet/world/extensions/extension-contract.ts'
import { ${id.toUpperCase()} } from './${id}.ts'

extensionContract(${id.toUpperCase()}, {
  create: (n) => ({ title: \`Thing \${n}\`, price: 21 }),
  missing: 'title',
  patch: { title: 'Another name' },
  async settle(world, owner, item) {
    const { body } = await world.call('POST', \`/${id}/public/\${String(item['id'])}/invoices\`)
    await world.send(owner, body.payment_request)
  },
})
`

export const readmeTemplate = (id: string): string => `# ${nameOf(id)}

What it is for, in one sentence.

| Field | Required | Meaning |
|---|---|---|
| \`title\` | yes | what it is called |
| \`price\`, \`currency\` | | what it costs; \`sat\` unless said otherwise |

\`\`\`sh
curl -X POST $URL/${id}/api/v1/ -H "X-Api-Key: $ADMIN_KEY" -H 'Content-Type: application/json' \\
  -d '{"title": "First", "price": 21}'
\`\`\`
`
