import { defineExtension } from '@satchel/extension-sdk/extension'
import { readTranslations } from '@satchel/extension-sdk/read-translations'
import { reject } from '@satchel/extension-sdk/rejection'
import type { Row } from '@satchel/extension-sdk/shape'
import { DEVICE_SOCKET, onlineFormat } from './device-socket.ts'
import { FIELDS, isOnline, listRoute, route, seconds, TABLES } from './fields.ts'
import { OWNER_PAGES } from './owner/owner.ts'
import { lnurlOf, SWITCH_LINKS } from './switch-links.ts'
import { stateOf, triggerByHand, triggerFor } from './triggers.ts'

function check({ switches }: Row<typeof FIELDS>): void {
  const pins = new Set(switches.map(({ pin }) => pin))
  if (pins.size < switches.length) throw reject('body.switches: two switches have the same pin.', 422)
  if (switches.some(({ amount }) => amount <= 0)) throw reject('body.switches: every amount is above 0.', 422)
}

/** Devices whose pins are switched by payments (rule X33). */
export const BITCOINSWITCH = defineExtension({
  manifest: {
    id: 'bitcoinswitch',
    name: 'Bitcoin switch',
    version: '1.0.0',
    short_description: 'A payment switches a pin of a connected device.',
    icon: 'toggle-right',
    api_version: 1,
    permissions: [
      { id: 'receive', reason: 'Takes what a switch costs.' },
      { id: 'ws', reason: 'Tells the device when to switch.' },
    ],
  },
  translations: readTranslations(import.meta.url),
  noun: 'device',
  owner: OWNER_PAGES,
  resource: FIELDS,
  tables: TABLES,
  derive: (item, ctx) => ({
    online: isOnline(item, ctx),
    switches: item.switches.map((one) => ({ ...one, lnurl: lnurlOf(ctx, item.id, one.pin) })),
  }),
  async beforeCreate(draft, ctx) {
    check(draft)
    return { ...draft, online: false, device_token: ctx.randomId(32) }
  },
  async beforeUpdate(_old, next) {
    check(next)
    return next
  },
  async onPaymentSettled(payment, ctx) {
    const item = payment.itemId === undefined ? null : await ctx.items.get(payment.itemId)
    if (item !== null) await triggerFor(payment, ctx, item, await onlineFormat(ctx, item))
  },
  sockets: { '/ws/:id': DEVICE_SOCKET },
  routes: {
    ...SWITCH_LINKS,
    'GET /public/:id': {
      access: 'public',
      summary: 'Read the public part of a device',
      description: 'The switches with their prices and pay links, and whether a device is connected.',
      reply: {
        id: { type: 'text', max: 64, doc: 'Id of the device.' },
        title: { type: 'text', max: 64, doc: 'Title of the device.' },
        currency: { type: 'currency', doc: 'Currency of the prices: `sat` or an ISO 4217 code.' },
        online: { type: 'bool', doc: 'True: a device is connected.' },
        switches: {
          type: 'list',
          of: {
            pin: { type: 'int', doc: 'Pin of the switch.' },
            label: { type: 'text', max: 64, doc: 'Label of the switch, shown to payers.', optional: true },
            amount: { type: 'money', doc: 'Price, in `currency`.' },
            variable: { type: 'bool', doc: 'True: up to 100 times price and duration may be paid.' },
            lnurl: { type: 'text', max: 2000, doc: 'Pay link (LNURL).' },
          },
          maxItems: 16,
          doc: 'Switches of the device.',
        },
      },
      async handle({ params }, ctx) {
        const item = await ctx.items.get(params.id)
        if (item === null) throw reject('There is no such device.', 404)
        const switches = item.switches.map(({ pin, label, amount, variable }) => ({
          pin,
          label,
          amount,
          variable,
          lnurl: lnurlOf(ctx, item.id, pin),
        }))
        const { id, title, currency } = item
        return { json: { id, title, currency, online: isOnline(item, ctx), switches } }
      },
    },
    'POST /api/v1/:id/trigger': route({
      access: 'admin',
      summary: 'Trigger a switch without payment',
      description: 'For tests: the connected device switches as if it had been paid. 400 if no device is connected.',
      body: { pin: { type: 'int', min: 0, max: 255, doc: 'Pin of the switch.' } },
      reply: {
        event: { type: 'text', max: 64, doc: 'Id of the trigger.' },
        pin: { type: 'int', doc: 'Pin of the switch.' },
        duration: { type: 'int', as: 'milliseconds', doc: 'How long the pin is on, milliseconds.' },
      },
      async handle({ item, body }, ctx) {
        const one = item.switches.find(({ pin }) => pin === body.pin)
        if (one === undefined) throw reject('The device has no such switch.', 404)
        const format = await onlineFormat(ctx, item)
        if (format === undefined) throw reject('No device is connected.')
        const { id, pin, duration } = await triggerByHand(
          ctx,
          item.id,
          { pin: one.pin, duration: one.duration },
          format,
        )
        return { json: { event: id, pin, duration } }
      },
    }),
    'GET /api/v1/:id/triggers': listRoute({
      table: 'triggers',
      access: 'invoice',
      summary: 'List the triggers of a device',
      description: 'Newest first. `failed`: paid, but no device took the trigger within a minute.',
      reply: {
        event: { type: 'text', max: 64, doc: 'Id of the trigger.' },
        payment_hash: { type: 'text', max: 64, doc: 'Hash of the payment; absent for a test.', optional: true },
        pin: { type: 'int', doc: 'Pin of the switch.' },
        duration: { type: 'int', as: 'milliseconds', doc: 'How long the pin is on, milliseconds.' },
        comment: { type: 'text', max: 300, doc: 'Comment of the payer.', optional: true },
        amount: { type: 'sat', doc: 'Amount paid, satoshis.' },
        state: { type: 'text', max: 12, oneOf: ['pending', 'sent', 'acknowledged', 'failed'], doc: 'Trigger state.' },
        time: { type: 'text', max: 30, doc: 'Time of the trigger, ISO 8601.' },
      },
      toJson: (trigger, _request, ctx) => ({
        event: trigger.id,
        payment_hash: trigger.payment_hash,
        pin: trigger.pin,
        duration: trigger.duration,
        comment: trigger.comment,
        amount: trigger.amount,
        state: stateOf(trigger, seconds(ctx)),
        time: new Date(trigger.created_at * 1000).toISOString(),
      }),
    }),
  },
})
