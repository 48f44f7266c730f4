import type { World } from '../../world/open-world.ts'

/** The input for a field: a text, a switch, several ticks, or rows of these. */
export type Typed = string | boolean | readonly string[] | readonly { readonly [field: string]: Typed }[]
export type TypedFields = Readonly<Record<string, Typed>>

export interface ExtensionCase {
  readonly create: TypedFields
  /** One field, which is changed afterwards. */
  readonly change: TypedFields
  /** Actions of visitors, so that lists have rows. */
  readonly visit?: (world: World, id: string) => Promise<void>
  /** Each action of an item, and of the lists below it, in this order, with what it asks for. */
  readonly actions?: Readonly<Record<string, TypedFields>>
  /** Actions that cannot be run in this world, each with its reason. */
  readonly not?: Readonly<Record<string, string>>
}

const pay = async (world: World, path: string, body: object): Promise<void> => {
  const answer = await world.call('POST', path, { body })
  const { payment_request: request } = answer.body as { payment_request?: string }
  if (answer.status >= 300 || request === undefined) throw new Error(JSON.stringify(answer.body))
  await world.send(await world.openWallet(10_000), request)
}

const NEEDS_FAILURE = 'It needs a payout that has failed; extensions/splitpayments tests it.'
const ZPUB =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs'

/** The steps of an owner with each extension, in the app. */
export const CASES: Readonly<Record<string, ExtensionCase>> = {
  lnurlp: {
    create: { description: 'Sheet music', min: '10', max: '5000', username: 'choir' },
    change: { max: '9000' },
  },
  withdraw: {
    create: { title: 'Welcome gift', min_withdrawable: '10', max_withdrawable: '20', uses: '2' },
    change: { title: 'Welcome present' },
  },
  tpos: {
    create: { name: 'Corner shop', currency: 'sat', items: [{ title: 'Tea', price: '25' }], withdraw_limit: '1000' },
    change: { name: 'Corner café' },
    visit: async (world, id) => pay(world, `/tpos/public/${id}/invoices`, { lines: [{ title: 'Tea' }] }),
    actions: { 'charges.create': { amount: '10' }, 'closings.create': {} },
  },
  paywall: {
    create: { memo: 'An essay', amount: '21', url: 'https://shop.example/essay' },
    change: { memo: 'A long essay' },
  },
  satspay: { create: { description: 'Order 7', amount: '21' }, change: { description: 'Order 8' } },
  invoices: {
    create: {
      currency: 'sat',
      status: 'open',
      company_name: 'Mill & Sons',
      items: [{ description: 'Desk', amount: '100', quantity: '2' }],
    },
    change: { notes: 'Thank you.' },
  },
  tipjar: {
    create: { name: 'Buskers', description: 'For strings.', suggested: '1.000' },
    change: { description: 'For new strings.' },
    visit: async (world, id) => pay(world, `/tipjar/public/${id}/tips`, { sats: 50, name: 'Ada', message: 'Bravo' }),
    actions: { 'tips.change': { hidden: true } },
  },
  splitpayments: {
    create: { target: 'wallet:Savings', percent: '10' },
    change: { alias: 'Savings' },
    not: { 'jobs.retry': NEEDS_FAILURE },
  },
  scrub: {
    create: { description: 'All of it', payoraddress: 'wallet:Savings' },
    change: { description: 'Everything' },
    not: { 'jobs.retry': NEEDS_FAILURE },
  },
  lndhub: { create: { label: 'Phone', mode: 'invoice' }, change: { label: 'Old phone' } },
  nwcprovider: {
    create: {
      description: 'Photo app',
      permissions: ['pay', 'balance'],
      budgets: [{ budget_msats: '20,000', refresh_window: '604800' }],
      expires_at: '2035-05-01T09:00',
    },
    change: { description: 'Music app' },
  },
  boltcards: {
    create: { card_name: 'Blue card', uid: '04a39493cc8680', tx_limit: '100', daily_limit: '500' },
    change: { card_name: 'Red card' },
    actions: { rekey: {}, wipe: {} },
  },
  bitcoinswitch: {
    create: { title: 'Coffee', switches: [{ pin: '1', amount: '10', duration: '0.5' }], require_device: false },
    change: { title: 'Espresso' },
    not: { trigger: 'It needs a connected device; extensions/bitcoinswitch has one in its tests.' },
  },
  fossa: {
    create: { title: 'Kiosk', currency: 'sat', daily_limit: '10000' },
    change: { title: 'Station' },
    actions: { rekey: {} },
    not: {
      'claims.release': 'It needs a code that a machine has printed and that has expired; extensions/fossa tests it.',
    },
  },
  offlineshop: {
    create: { name: 'Jam', price: '21' },
    change: { name: 'Plum jam' },
    actions: { 'shop.settings.change': { method: 'none' } },
  },
  events: {
    create: {
      name: 'Spring concert',
      info: 'In the old mill.',
      closing_date: '2035-05-01',
      event_start_date: '2035-05-01',
      event_end_date: '2035-05-01',
      amount_tickets: '10',
      price_per_ticket: '0',
    },
    change: { info: 'In the new mill.' },
    visit: async (world, id) => {
      const body = { name: 'Ada', email: 'ada@shop.example', quantity: 1 }
      const answer = await world.call('POST', `/events/public/${id}/tickets`, { body })
      if (answer.status >= 300) throw new Error(JSON.stringify(answer.body))
    },
    actions: { 'tickets.register': {}, door: {}, 'door.delete': {} },
    not: { 'tickets.refund': 'It needs a canceled event with a refund that failed; extensions/events tests it.' },
  },
  lnticket: {
    create: { name: 'Ask me', description: 'Anything.', amount: '2' },
    change: { description: 'Anything at all.' },
    visit: async (world, id) => pay(world, `/lnticket/public/${id}/tickets`, { name: 'Ada', ltext: 'Hello there' }),
    actions: { 'tickets.change': { handled: true }, 'tickets.delete': {} },
  },
  lncalendar: {
    create: { name: 'Lesson', start_day: '0', end_day: '6', start_time: '09:00', end_time: '17:00', amount: '100' },
    change: { name: 'Long lesson' },
    actions: {
      'unavailable.create': { start: '2035-05-01T09:00', end: '2035-05-02T09:00', name: 'Holiday' },
      'unavailable.delete': {},
    },
    not: {
      'appointments.delete': 'It needs a booking of a day that moves with the clock; extensions/lncalendar tests it.',
    },
  },
  nostrnip5: {
    create: { domain: 'names.example', cost: '1000' },
    change: { cost: '2000' },
    actions: {
      'addresses.create': { local_part: 'ada', pubkey: 'f'.repeat(64) },
      'addresses.change': { pubkey: 'e'.repeat(64) },
      'addresses.delete': {},
    },
  },
  copilot: {
    create: { title: 'My stream' },
    change: { title: 'Our stream' },
    actions: { play: { animation: 'rocket', comment: 'Up' } },
  },
  scheduler: {
    create: { name: 'Rent', cron: 'week', action: 'invoice', amount: '10' },
    change: { name: 'New rent' },
    actions: { run: {} },
  },
  watchonly: {
    create: { title: 'Vault', masterpub: ZPUB },
    change: { title: 'Cellar' },
    actions: { 'addresses.create': { note: 'First' }, 'addresses.change': { note: 'Second' } },
    not: {
      scan: 'It needs a block explorer; extensions/watchonly has one in its tests.',
      broadcast: 'It needs a block explorer.',
      psbt: 'It needs coins on a chain.',
      'psbt.extract': 'It needs a signed transaction.',
    },
  },
}
