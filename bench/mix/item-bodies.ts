import { randomBytes } from 'node:crypto'
import { ZPUB } from '../../extensions/watchonly/world/sample-keys.ts'

interface Place {
  /** The number of the item, counted over all wallets. */
  readonly n: number
  /** Another wallet of the account, which takes no part in the measurement. */
  readonly elsewhere: string
}

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** A valid body for an item of each built-in. Items that would forward receipts are created disabled. */
export const ITEM_BODIES: Readonly<Record<string, (place: Place) => object>> = {
  lnurlp: ({ n }) => ({ description: `Link ${n}`, min: 1, max: 1000 }),
  withdraw: ({ n }) => ({ title: `Gift ${n}`, min_withdrawable: 10, max_withdrawable: 20, uses: 3 }),
  tpos: ({ n }) => ({ name: `Till ${n}`, currency: 'sat' }),
  paywall: ({ n }) => ({ memo: `Essay ${n}`, amount: 100, url: 'https://files.example/essay.pdf' }),
  satspay: ({ n }) => ({ description: `Order ${n}`, amount: 21, time: 43_200 }),
  invoices: ({ n }) => ({ currency: 'sat', items: [{ description: `Work ${n}`, amount: 100, quantity: 1 }] }),
  tipjar: ({ n }) => ({ name: `Jar ${n}` }),
  splitpayments: ({ elsewhere }) => ({ target: elsewhere, percent: 0.01, enabled: false }),
  scrub: ({ elsewhere }) => ({ description: 'All', payoraddress: elsewhere, enabled: false }),
  lndhub: ({ n }) => ({ label: `Phone ${n}`, mode: 'invoice' }),
  nwcprovider: ({ n }) => ({ description: `App ${n}`, permissions: ['balance'] }),
  boltcards: () => ({ card_name: 'Card', uid: randomBytes(7).toString('hex'), tx_limit: 100, daily_limit: 500 }),
  bitcoinswitch: ({ n }) => ({ title: `Device ${n}`, switches: [{ pin: 3, amount: 100, duration: 1000 }] }),
  fossa: ({ n }) => ({ title: `Kiosk ${n}`, currency: 'sat', daily_limit: 1000, max_claim: 100 }),
  offlineshop: ({ n }) => ({ name: `Jam ${n}`, price: 21 }),
  events: ({ n }) => ({
    name: `Concert ${n}`,
    info: 'Music.',
    closing_date: inDays(10),
    event_start_date: inDays(20),
    event_end_date: inDays(21),
    amount_tickets: 10,
    price_per_ticket: 100,
  }),
  lnticket: ({ n }) => ({ name: `Ask ${n}`, description: 'Anything.', amount: 10 }),
  lncalendar: ({ n }) => ({
    name: `Lesson ${n}`,
    start_day: 0,
    end_day: 4,
    start_time: '09:00',
    end_time: '17:00',
    amount: 100,
  }),
  nostrnip5: ({ n }) => ({ domain: `names${n}.example`, cost: 1000 }),
  copilot: ({ n }) => ({ title: `Stream ${n}` }),
  scheduler: ({ n }) => ({ name: `Job ${n}`, cron: '0 9 * * 1', action: 'invoice', amount: 10 }),
  watchonly: ({ n }) => ({ title: `Savings ${n}`, masterpub: ZPUB }),
}

/** The maximum number of items of built-ins that allow only a few. */
export const MAX_ITEMS: Readonly<Record<string, number>> = { scrub: 1 }
