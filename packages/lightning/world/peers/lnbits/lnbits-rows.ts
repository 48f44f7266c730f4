import { type Copy, copyAll, copyMap } from '../../peer-parts/copy-records.ts'
import type { PeerInvoice, PeerNode, PeerPayment } from '../../peer-parts/peer-node.ts'

/** A row in the format of LNbits. */
export interface LnbitsRow {
  readonly checking_id: string
  readonly payment_hash: string
  readonly wallet_id: string
  /** Millisatoshis, below zero when sent. */
  readonly amount: number
  readonly fee: number
  readonly bolt11: string
  readonly payment_request: string
  readonly status: 'pending' | 'success' | 'failed'
  readonly memo: string
  readonly preimage: string | null
  readonly time: string
  readonly created_at: string
  readonly updated_at: string
  readonly extra: object
}

/** The table of payments: one row for each hash and direction. */
export interface LnbitsRows {
  addIncoming(invoice: PeerInvoice, owner: 'wallet' | 'stranger', tellsPreimage: boolean): void
  /** `feeMsat`: the reserve until its outcome. */
  addOutgoing(payment: PeerPayment, feeMsat: bigint, extra?: object): void
  /** Sent payments before received ones. */
  find(paymentHash: string): LnbitsRow | undefined
  ownerOf(paymentHash: string): 'wallet' | 'stranger' | undefined
  /** By the filters in the query; the newest first by default. */
  list(query: URLSearchParams): LnbitsRow[]
  readonly copy: Copy
}

interface Entry {
  readonly owner: 'wallet' | 'stranger'
  readonly createdMs: number
  changedMs: number
  show(): Omit<LnbitsRow, 'time' | 'created_at' | 'updated_at'>
}

export function createLnbitsRows({ news }: PeerNode): LnbitsRows {
  const [incoming, outgoing] = [new Map<string, Entry>(), new Map<string, Entry>()]
  let lastMs = 0
  const tick = (): number => (lastMs = Math.max(Date.now(), lastMs + 1))
  const changed = (entry: Entry | undefined): void => {
    if (entry !== undefined) entry.changedMs = tick()
  }
  news.on('invoice', ({ paymentHash }) => changed(incoming.get(paymentHash)))
  news.on('payment', ({ paymentHash }) => changed(outgoing.get(paymentHash)))
  const add = (to: Map<string, Entry>, hash: string, entry: Pick<Entry, 'owner' | 'show'>): void => {
    const at = tick()
    to.set(hash, { ...entry, createdMs: at, changedMs: at })
  }
  const entryOf = (hash: string): Entry | undefined => outgoing.get(hash) ?? incoming.get(hash)
  const find = (hash: string): LnbitsRow | undefined => {
    const entry = entryOf(hash)
    return entry && toRow(entry)
  }
  return {
    addIncoming: (invoice, owner, tellsPreimage) =>
      add(incoming, invoice.paymentHash, { owner, show: () => showIncoming(invoice, tellsPreimage) }),
    addOutgoing(payment, reserveMsat, extra = {}) {
      add(outgoing, payment.paymentHash, {
        owner: 'wallet',
        show: () => ({ ...showOutgoing(payment, reserveMsat), extra }),
      })
    },
    find,
    copy: copyAll(
      () => copyMap(incoming),
      () => copyMap(outgoing),
    ),
    ownerOf: (hash) => entryOf(hash)?.owner,
    list(query) {
      const sortBy = query.get('sortby') === 'updated_at' ? 'changedMs' : 'createdMs'
      const [limit, offset] = [Number(query.get('limit') ?? 10), Number(query.get('offset') ?? 0)]
      return [...incoming.values(), ...outgoing.values()]
        .filter(({ owner }) => owner === 'wallet')
        .sort((one, other) => other[sortBy] - one[sortBy])
        .map(toRow)
        .filter(({ status }) => status !== 'failed' && (query.get('status') ?? status) === status)
        .filter(({ amount }) => amount > Number(query.get('amount[gt]') ?? Number.NEGATIVE_INFINITY))
        .filter(({ amount }) => amount < Number(query.get('amount[lt]') ?? Number.POSITIVE_INFINITY))
        .slice(offset, offset + Math.min(limit, 1000))
    },
  }
}

/** With microseconds and a zone, as its framework writes them. */
const dateOf = (ms: number): string => new Date(ms).toISOString().replace('Z', '000+00:00')

const toRow = ({ show, createdMs, changedMs }: Entry): LnbitsRow => ({
  ...show(),
  time: dateOf(createdMs),
  created_at: dateOf(createdMs),
  updated_at: dateOf(changedMs),
})

const common = (hash: string, bolt11: string) => ({
  checking_id: hash,
  payment_hash: hash,
  wallet_id: 'd'.repeat(32),
  bolt11,
  payment_request: bolt11,
  fiat_provider: null,
  webhook: null,
  labels: [],
  extra: {},
})

const showIncoming = (invoice: PeerInvoice, tellsPreimage: boolean): ReturnType<Entry['show']> => ({
  ...common(invoice.paymentHash, invoice.bolt11),
  amount: Number(invoice.amountMsat),
  fee: 0,
  status: invoice.state === 'settled' ? 'success' : 'pending',
  memo: invoice.memo,
  preimage: tellsPreimage ? (invoice.preimage ?? null) : null,
})

const STATES = { pending: 'pending', settled: 'success', failed: 'failed' } as const

const showOutgoing = (payment: PeerPayment, reserveMsat: bigint): ReturnType<Entry['show']> => ({
  ...common(payment.paymentHash, payment.bolt11),
  amount: -Number(payment.amountMsat),
  fee: payment.state === 'settled' ? -Number(payment.feeMsat) : Number(reserveMsat),
  status: STATES[payment.state],
  memo: '',
  preimage: payment.state === 'settled' ? payment.preimage : null,
})
