import { routeBuilders } from '@satchel/extension-sdk/route-builders'
import type { Ctx } from '@satchel/extension-sdk/context'
import type { Item, Row, Shape } from '@satchel/extension-sdk/shape'

const SWITCH = {
  pin: { type: 'int', min: 0, max: 255, doc: 'The pin of the device; each once.' },
  amount: { type: 'money', doc: 'What it costs, in `currency`; converted when it is paid.' },
  duration: { type: 'int', as: 'milliseconds', min: 1, max: 3_600_000, doc: 'How long the pin is on, milliseconds.' },
  variable: {
    type: 'bool',
    doc: 'Up to 100 times the price may be paid, for as many times the duration (at most an hour).',
    default: false,
  },
  comment: { type: 'bool', doc: 'The payer may send the device some words.', default: false },
  label: { type: 'text', max: 64, doc: 'What people read: `Coffee`.', optional: true },
  lnurl: { type: 'text', max: 2000, doc: 'The pay link, as LNURL.', by: 'server', optional: true },
} as const satisfies Shape

/** A device with its switches. */
export const FIELDS = {
  title: { type: 'text', min: 1, max: 64, doc: 'What the device is called.' },
  currency: { type: 'currency', doc: 'Of the prices: `sat` or ISO 4217.', default: 'sat' },
  switches: { type: 'list', of: SWITCH, minItems: 1, maxItems: 16, doc: 'What can be switched.' },
  password: {
    type: 'text',
    min: 1,
    max: 64,
    pattern: '\\S',
    doc: 'Payments are taken only when their comment has it, as whole words.',
    optional: true,
    show: 'admin',
    atRest: 'sealed',
  },
  disabled: { type: 'bool', doc: 'True: nothing can be paid.', default: false },
  disposable: { type: 'bool', doc: 'Asks wallets not to store the pay links.', default: false },
  require_device: { type: 'bool', doc: 'Nothing can be paid while no device is connected.', default: true },
  open_socket: {
    type: 'bool',
    doc: 'Devices connect without `device_token`: anyone who knows the id can listen. For devices that were made for LNbits.',
    default: false,
  },
  online: { type: 'bool', doc: 'A device is connected.', by: 'server', default: false },
  online_until: {
    type: 'int',
    doc: 'Unix seconds; put off while the device is connected.',
    by: 'server',
    optional: true,
  },
  last_triggered_at: { type: 'text', max: 30, doc: 'ISO 8601.', by: 'server', optional: true },
  device_token: {
    type: 'text',
    max: 64,
    doc: 'What the device connects with: `/bitcoinswitch/ws/{id}?token=…`.',
    by: 'server',
    optional: true,
    show: 'once',
  },
} as const satisfies Shape

export const TABLES = {
  /** The connection of a device, the newest. */
  devices: {
    item: { type: 'text', max: 64, doc: 'Whose.', unique: 'instance' },
    connection: { type: 'text', max: 64, doc: 'Names it.' },
    format: { type: 'text', max: 10, oneOf: ['text', 'json'], doc: 'What it reads.' },
  },
  triggers: {
    item: { type: 'text', max: 64, doc: 'Whose.', index: true },
    payment_hash: { type: 'text', max: 64, doc: 'None for a test.', optional: true, unique: 'instance' },
    pin: { type: 'int', doc: 'Which.' },
    duration: { type: 'int', doc: 'Milliseconds.' },
    comment: { type: 'text', max: 300, doc: 'Of the payer.', optional: true },
    amount: { type: 'sat', doc: 'What was paid.' },
    state: { type: 'text', max: 12, oneOf: ['pending', 'sent', 'acknowledged', 'failed'], doc: 'How it stands.' },
    /** A device that reads text can neither acknowledge nor recognise a repeat. */
    answers: { type: 'bool', doc: 'It was sent to a device that acknowledges.' },
    expires_at: { type: 'int', doc: 'Not sent after that: Unix seconds.' },
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
