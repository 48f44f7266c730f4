import type { LnbitsRow, LnbitsRows } from './lnbits-tables.ts'
import { hashOf, hex } from './small-lnbits.ts'

const DAY = '2099-01-02'

/** One item of each extension with the required fields of LNbits only. Ids are derived from `word`. */
export function bareItems(word: string, walletId: string, userId: string): LnbitsRows {
  const item = (more: LnbitsRow): LnbitsRow[] => [{ id: word, wallet: walletId, ...more }]
  const event = { closing_date: DAY, event_start_date: DAY, event_end_date: DAY, amount_tickets: 1, sold: 0 }
  const hours = { start_day: 0, end_day: 4, start_time: '09:00', end_time: '17:00' }
  return {
    lnurlp: { pay_links: item({ description: `Bare ${word}`, min: 3, max: 9 }) },
    withdraw: {
      withdraw_link: item({
        title: `Bare ${word}`,
        min_withdrawable: 1,
        max_withdrawable: 1,
        uses: 1,
        used: 0,
        is_unique: 0,
        unique_hash: `hash of ${word}`,
      }),
    },
    boltcards: {
      cards: item({
        card_name: `Bare ${word}`,
        uid: hex(`uid ${word}`).slice(0, 14),
        external_id: `ext ${word}`,
        counter: 0,
        tx_limit: 1,
        daily_limit: 1,
        enable: true,
      }),
    },
    tpos: { pos: item({ name: `Bare ${word}`, currency: 'sat' }) },
    paywall: { paywalls: item({ url: 'https://example.com/', memo: `Bare ${word}`, amount: 1 }) },
    satspay: {
      charges: [{ id: word, user: userId, lnbitswallet: walletId, description: `Bare ${word}`, time: 60, amount: 1 }],
    },
    invoices: {
      invoices: item({ status: 'draft', currency: 'USD', company_name: `Bare ${word}` }),
      invoice_items: [{ id: `line of ${word}`, invoice_id: word, description: 'Work', amount: 100, quantity: 1 }],
    },
    tipjar: { tipjar: item({ name: `Bare ${word}` }) },
    splitpayments: {
      targets: [{ id: word, source: walletId, wallet: 'a@example.com', percent: 1, alias: `Bare ${word}` }],
    },
    scrub: { scrub_links: item({ description: `Bare ${word}`, payoraddress: 'a@example.com' }) },
    nwcprovider: {
      keys: [{ pubkey: hashOf(word), wallet: walletId, description: `Bare ${word}`, permissions: 'info' }],
    },
    bitcoinswitch: {
      switch: item({ title: `Bare ${word}`, switches: '[{"amount":1,"duration":1,"pin":1}]' }),
    },
    fossa: { fossa: item({ title: `Bare ${word}`, key: 'k', currency: 'sat' }) },
    offlineshop: {
      shops: item({ method: 'wordlist', wordlist: 'apple\nbanana' }),
      items: [{ id: `of ${word}`, shop: word, name: `Bare ${word}`, enabled: true, price: 1, unit: 'sats' }],
    },
    events: { events: item({ name: `Bare ${word}`, info: '', currency: 'sat', price_per_ticket: 1, ...event }) },
    lnticket: { form2: item({ name: `Bare ${word}`, amount: 1 }) },
    lncalendar: { schedule: item({ name: `Bare ${word}`, amount: 1, ...hours }) },
    nostrnip5: { domains: item({ domain: `${word.toLowerCase()}.example`, currency: 'sats', cost: 1 }) },
    copilot: { newer_copilots: item({ user: userId, title: `Bare ${word}` }) },
  }
}

/** The rows of several, table by table. */
export function joinRows(...all: readonly LnbitsRows[]): LnbitsRows {
  const joined: Record<string, Record<string, LnbitsRow[]>> = {}
  for (const rows of all) {
    for (const [schema, tables] of Object.entries(rows)) {
      const into = (joined[schema] ??= {})
      for (const [table, list] of Object.entries(tables)) into[table] = [...(into[table] ?? []), ...list]
    }
  }
  return joined
}
