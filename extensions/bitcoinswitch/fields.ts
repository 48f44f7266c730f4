import type { Ctx } from '@satchel/extension-sdk/context'
import { routeBuilders } from '@satchel/extension-sdk/route-builders'
import type { Item, Row, Shape } from '@satchel/extension-sdk/shape'

const SWITCH = {
  pin: { type: 'int', min: 0, max: 255, doc: 'Pin of the device; each pin once.' },
  amount: { type: 'money', doc: 'Price, in `currency`; converted at payment.' },
  duration: { type: 'int', as: 'milliseconds', min: 1, max: 3_600_000, doc: 'How long the pin is on, milliseconds.' },
  variable: {
    type: 'bool',
    doc: 'True: up to 100 times the price may be paid, for as many times the duration (at most an hour).',
    default: false,
  },
  comment: { type: 'bool', doc: 'True: the payer may send a comment, which the device receives.', default: false },
  label: { type: 'text', max: 64, doc: 'Label of the switch, shown to payers: `Coffee`.', optional: true },
  lnurl: { type: 'text', max: 2000, doc: 'Pay link of the switch, as LNURL.', by: 'server', optional: true },
} as const satisfies Shape

/** A device with its switches. */
export const FIELDS = {
  title: { type: 'text', min: 1, max: 64, doc: 'Title of the device.' },
  currency: { type: 'currency', doc: 'Currency of the prices: `sat` or an ISO 4217 code.', default: 'sat' },
  switches: { type: 'list', of: SWITCH, minItems: 1, maxItems: 16, doc: 'Switches of the device.' },
  password: {
    type: 'text',
    min: 1,
    max: 64,
    pattern: '\\S',
    doc: 'Required word: a payment must have it in its comment, as whole words.',
    optional: true,
    show: 'admin',
    atRest: 'sealed',
  },
  disabled: { type: 'bool', doc: 'True: the device takes no payments.', default: false },
  disposable: { type: 'bool', doc: 'True: wallets are asked not to store the pay links (LUD-11).', default: false },
  require_device: { type: 'bool', doc: 'True: payments are rejected while no device is connected.', default: true },
  open_socket: {
    type: 'bool',
    doc: 'True: devices connect without `device_token`, so that anyone who knows the id can listen. For devices that were made for LNbits.',
    default: false,
  },
  online: { type: 'bool', doc: 'True: a device is connected.', by: 'server', default: false },
  online_until: {
    type: 'int',
    doc: 'When the device counts as disconnected, Unix seconds; extended while it is connected.',
    by: 'server',
    optional: true,
  },
  last_triggered_at: {
    type: 'text',
    max: 30,
    doc: 'Time of the last trigger, ISO 8601.',
    by: 'server',
    optional: true,
  },
  device_token: {
    type: 'text',
    max: 64,
    doc: 'Secret that the device connects with: `/bitcoinswitch/ws/{id}?token=…`.',
    by: 'server',
    optional: true,
    show: 'once',
  },
} as const satisfies Shape

export const TABLES = {
  /** The newest connection of a device. */
  devices: {
    item: { type: 'text', max: 64, doc: 'Id of the device.', unique: 'instance' },
    connection: { type: 'text', max: 64, doc: 'Id of the connection.' },
    format: { type: 'text', max: 10, oneOf: ['text', 'json'], doc: 'Format of the messages that the device reads.' },
  },
  triggers: {
    item: { type: 'text', max: 64, doc: 'Id of the device.', index: true },
    payment_hash: { type: 'text', max: 64, doc: 'Payment hash; none for a test.', optional: true, unique: 'instance' },
    pin: { type: 'int', doc: 'Pin of the switch.' },
    duration: { type: 'int', doc: 'How long the pin is on, milliseconds.' },
    comment: { type: 'text', max: 300, doc: 'Comment of the payer.', optional: true },
    amount: { type: 'sat', doc: 'Amount paid, satoshis.' },
    state: { type: 'text', max: 12, oneOf: ['pending', 'sent', 'acknowledged', 'failed'], doc: 'Trigger state.' },
    /** A device that reads text can neither acknowledge nor recognise a repeat. */
    answers: { type: 'bool', doc: 'True: it was sent to a device that acknowledges.' },
    expires_at: { type: 'int', doc: 'Deadline for sending, Unix seconds.' },
  },
} as const satisfies Readonly<Record<string, Shape>>

export type Device = Item<typeof FIELDS>
export type DeviceCtx = Ctx<typeof FIELDS, typeof TABLES>
export const { route, listRoute, lnurlPayRoutes } = routeBuilders<typeof FIELDS, typeof TABLES>()
export type Switch = Row<typeof SWITCH>
export type Trigger = Item<(typeof TABLES)['triggers']>

/** A connection that is not renewed has ended with its process. */
export const isOnline = ({ online_until: until = 0 }: Device, ctx: Pick<DeviceCtx, 'now'>): boolean =>
  until * 1000 > ctx.now()

export const seconds = (ctx: Pick<DeviceCtx, 'now'>): number => Math.floor(ctx.now() / 1000)
