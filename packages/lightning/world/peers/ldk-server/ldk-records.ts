import { hash as digest, randomBytes } from 'node:crypto'
import { readInvoice } from '@satchel/bolt11/read-invoice'
import type { Msat } from '@satchel/money/units'
import { type ReadMessage, writeMessage } from '../../../src/backends/ldk-server/protobuf.ts'
import { type Copy, copyAll, copyMap } from '../../peer-parts/copy-records.ts'
import type { PeerInvoice, PeerNode } from '../../peer-parts/peer-node.ts'

/** LDK Server's database: a record for each hash, and a list of those with an event. */
export interface LdkRecords {
  height(): number
  mine(blocks: number): void
  begin(paymentHash: string, direction: 'inbound' | 'outbound', amountMsat: bigint, preimage: string | undefined): void
  end(paymentHash: string, as: 'succeeded' | 'failed', more?: Partial<Record>): void
  has(paymentHash: string): boolean
  isPaidOrPending(paymentHash: string): boolean
  /** Its `Payment`; undefined = none. */
  show(paymentHash: string): Uint8Array | undefined
  /** One page of its list. */
  list(after: ReadMessage | undefined): Uint8Array
  /** All held payments are returned, and the record says failed, also for claimed ones. False: no record. */
  fail(paymentHash: string): boolean
  /** The event of a receipt once more. */
  repeat(paymentHash: string): void
  /** The operator pays an offer, or without an invoice. The hash. */
  payUnasked(via: 'offer' | 'keysend', order: { readonly amountMsat: bigint; readonly feeMsat: bigint }): string
  /** The operator orders to pay an offer, and its payee sends no invoice. */
  failOffer(): void
  /** An outside payer pays an invoice of ours. */
  payOurs(bolt11: string, chosenMsat?: Msat): Promise<void>
  setPageSize(size: number): void
  leaveOut(what: 'preimage' | 'fee'): void
  readonly copy: Copy
}

interface Record {
  /** Undefined: BOLT 11. */
  readonly via?: 'offer' | 'keysend' | undefined
  /** '': not known yet. */
  readonly paymentHash: string
  readonly direction: 'inbound' | 'outbound'
  status: 'pending' | 'succeeded' | 'failed'
  /** 0: an invoice without an amount. */
  amountMsat: bigint
  preimage: string | undefined
  feeMsat: bigint | undefined
  updatedAt: number
}

type Beginning = Omit<Record, 'status' | 'feeMsat' | 'updatedAt'>

const BEGINNING = { status: 'pending', feeMsat: undefined } as const
const HOLD_BLOCKS = 100
const FIRST_HEIGHT = 1000
/** By their fields in `EventEnvelope`. */
const EVENTS = { received: 2, sent: 3, failed: 4, claimable: 7 } as const

export function openLdkRecords(node: PeerNode, tellAll: (event: Uint8Array) => void): LdkRecords {
  const records = new Map<string, Record>()
  /** When each payment was first listed, Unix seconds, and its state when it was last listed. */
  const listed = new Map<string, { readonly since: number; shown: Uint8Array }>()
  const failCalls = new Map<string, () => void>()
  const leftOut = new Set<string>()
  const nextSecond = createSeconds()
  let [height, pageSize] = [FIRST_HEIGHT, 100]
  const show: LdkRecords['show'] = (paymentHash) => writeRecord(records.get(paymentHash), leftOut)
  const tell = (is: keyof typeof EVENTS, paymentHash: string, deadline?: number): void => {
    const shown = show(paymentHash)
    if (shown === undefined) return
    tellAll(writeEvent(is, shown, deadline))
    listed.set(paymentHash, { since: listed.get(paymentHash)?.since ?? nextSecond(), shown })
  }
  const end: LdkRecords['end'] = (paymentHash, status, more = {}) => {
    const record = records.get(paymentHash)
    if (record !== undefined) Object.assign(record, { status, updatedAt: nextSecond(), ...more })
  }
  const begin = (record: Beginning): void =>
    void records.set(record.paymentHash, { ...BEGINNING, ...record, updatedAt: now() })
  followNode(node, {
    begin: ({ paymentHash, amountMsat, preimage, unasked }) =>
      begin({ via: unasked?.via as Record['via'], paymentHash, direction: 'inbound', amountMsat, preimage }),
    end,
    tell,
    holdUntil: () => height + HOLD_BLOCKS,
    wentBack(paymentHash) {
      // It has expired, but the record is unchanged.
      if (records.get(paymentHash)?.status === 'pending') height += HOLD_BLOCKS
    },
  })
  return {
    height: () => height,
    mine(blocks) {
      height += blocks
    },
    begin: (paymentHash, direction, amountMsat, preimage) => begin({ paymentHash, direction, amountMsat, preimage }),
    end,
    has: (paymentHash) => records.has(paymentHash),
    isPaidOrPending: (paymentHash) => ['pending', 'succeeded'].includes(records.get(paymentHash)?.status ?? ''),
    show,
    list: (after) => writePage(listed, after, pageSize),
    fail(paymentHash) {
      if (!records.has(paymentHash)) return false
      end(paymentHash, 'failed')
      if (node.invoices.get(paymentHash)?.state === 'held') node.closeInvoice(paymentHash)
      failCalls.get(paymentHash)?.()
      return true
    },
    ...createOperator({ begin, end, tell }),
    repeat: (paymentHash) => tell('received', paymentHash),
    async payOurs(bolt11, chosenMsat) {
      const { paymentHash } = readInvoice(bolt11)
      if (records.get(paymentHash)?.status !== 'failed') return node.outside.payOurInvoice(bolt11, chosenMsat)
      // LDK Server holds it again, and waits for a call that fails it.
      tell('claimable', paymentHash, height + HOLD_BLOCKS)
      await new Promise<void>((resolve) => failCalls.set(paymentHash, resolve))
      throw new Error('our node gives it back')
    },
    setPageSize(size) {
      pageSize = size
    },
    leaveOut: (what) => void leftOut.add(what),
    copy: copyAll(
      () => copyMap(records),
      () => copyMap(listed),
    ),
  }
}

interface Bookkeeping extends Pick<LdkRecords, 'end'> {
  begin(record: Beginning): void
  tell(is: keyof typeof EVENTS, paymentHash: string): void
}

const createOperator = ({ begin, end, tell }: Bookkeeping): Pick<LdkRecords, 'payUnasked' | 'failOffer'> => ({
  payUnasked(via, { amountMsat, feeMsat }) {
    const preimage = randomBytes(32).toString('hex')
    const paymentHash = digest('sha256', Buffer.from(preimage, 'hex'))
    begin({ via, paymentHash, direction: 'outbound', amountMsat, preimage })
    end(paymentHash, 'succeeded', { feeMsat })
    tell('sent', paymentHash)
    return paymentHash
  },
  failOffer() {
    begin({ via: 'offer', paymentHash: '', direction: 'outbound', amountMsat: 1n, preimage: undefined })
    end('', 'failed')
    tell('failed', '')
  },
})

function writeEvent(is: keyof typeof EVENTS, shown: Uint8Array, deadline: number | undefined): Uint8Array {
  const event = writeMessage([
    [1, shown],
    [3, deadline === undefined ? undefined : BigInt(deadline)],
  ])
  return writeMessage([[EVENTS[is], event]])
}

/** LDK Server counts in seconds. Here no two payments share one, so that their order is defined. */
function createSeconds(): () => number {
  let last = 0
  return () => (last = Math.max(now(), last + 1))
}

interface NodeNews extends Pick<LdkRecords, 'end'> {
  begin(invoice: PeerInvoice): void
  tell(is: keyof typeof EVENTS, paymentHash: string, deadline?: number): void
  holdUntil(): number
  wentBack(paymentHash: string): void
}

function followNode(node: PeerNode, { begin, end, tell, holdUntil, wentBack }: NodeNews): void {
  node.news.on('invoice', (invoice) => {
    const { paymentHash, state, preimage, receivedMsat, unasked } = invoice
    if (unasked !== undefined) begin(invoice)
    if (state === 'held') tell('claimable', paymentHash, holdUntil())
    else if (state === 'closed') wentBack(paymentHash)
    else if (state === 'settled') {
      end(paymentHash, 'succeeded', { preimage, amountMsat: receivedMsat })
      tell('received', paymentHash)
    }
  })
  node.news.on('payment', ({ paymentHash, state, preimage, feeMsat }) => {
    if (state === 'settled') end(paymentHash, 'succeeded', { preimage, feeMsat })
    else end(paymentHash, 'failed')
    tell(state === 'settled' ? 'sent' : 'failed', paymentHash)
  })
}

const now = (): number => Math.floor(Date.now() / 1000)

const STATUSES = ['pending', 'succeeded', 'failed'] as const

function writeRecord(record: Record | undefined, leftOut: ReadonlySet<string>): Uint8Array | undefined {
  if (record === undefined) return undefined
  const { via, paymentHash, direction, status, amountMsat, updatedAt } = record
  const preimage = leftOut.has('preimage') ? undefined : record.preimage
  const feeMsat = leftOut.has('fee') ? undefined : record.feeMsat
  // As in proto3: zero is not written, unless the field is optional.
  const unlessZero = (value: number): bigint | undefined => (value === 0 ? undefined : BigInt(value))
  const kind = writeMessage([
    [1, paymentHash === '' ? undefined : paymentHash],
    [2, preimage],
  ])
  return writeMessage([
    [1, paymentHash],
    [2, writeMessage([[via === undefined ? 2 : { offer: 3, keysend: 5 }[via], kind]])],
    [3, amountMsat === 0n ? undefined : amountMsat],
    [4, unlessZero(direction === 'outbound' ? 1 : 0)],
    [5, unlessZero(STATUSES.indexOf(status))],
    [6, BigInt(updatedAt)],
    [7, feeMsat],
  ])
}

/** The newest first; a page that is not empty always names a next one. */
function writePage(
  listed: ReadonlyMap<string, { readonly since: number; readonly shown: Uint8Array }>,
  after: ReadMessage | undefined,
  size: number,
): Uint8Array {
  const [key, index] = [after?.text(1) ?? '', Number(after?.number(2) ?? 0n)]
  const rows = [...listed]
    .sort(([one, { since }], [other, { since: than }]) => than - since || (one < other ? -1 : 1))
    .filter(([hash, { since }]) => after === undefined || since < index || (since === index && hash > key))
    .slice(0, size)
  const last = rows.at(-1)
  const next =
    last &&
    writeMessage([
      [1, last[0]],
      [2, BigInt(last[1].since)],
    ])
  return writeMessage([...rows.map(([, { shown }]) => [1, shown] as const), [2, next]])
}
