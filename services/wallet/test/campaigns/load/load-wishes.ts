import type { Answer } from '../../world/open-world.ts'
import type { SeededRandom } from '../seeded-random.ts'
import type { ServiceProcess } from '../stages/service-process.ts'
import type { StageWallet } from '../stages/stage-client.ts'
import type { ClientRecord } from './client-record.ts'

/** A process, or several behind a balancer. */
export type LoadedService = Pick<ServiceProcess, 'call' | 'sendControl'>

/** A request of a client, and what it records of the answer. */
export interface Wish {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  /** Unset: the token of the super user. */
  readonly key?: string
  readonly body?: unknown
  readonly idempotencyKey: string
  readonly adjustSat?: number
  readonly onAnswer: (answer: Answer) => void
}

/** The facts that clients know, and choose their next request from. */
export interface LoadState {
  readonly random: SeededRandom
  readonly wallets: readonly StageWallet[]
  /** The user whose default wallet is adjusted. */
  readonly userId: string
  readonly record: ClientRecord
  /** Answers that no rule allows. */
  readonly wrong: string[]
  readonly invoices: { id: string; hash: string; bolt11: string; wallet: StageWallet; hold: boolean }[]
  readonly sends: { id: string; wallet: StageWallet }[]
  readonly newKey: () => string
}

/** Returns the next request; undefined if there was nothing to choose from, or if only the node was controlled. */
export async function chooseWish(state: LoadState, service: LoadedService): Promise<Wish | undefined> {
  const choices: readonly (() => Wish | undefined | Promise<Wish | undefined>)[] = [
    () => makeInvoice(state, false),
    () => makeInvoice(state, false),
    () => makeInvoice(state, true),
    () => payInside(state),
    () => payInside(state),
    () => payInside(state),
    () => payOutside(state, service),
    () => payOutside(state, service),
    () => receive(state, service),
    () => decideHold(state, state.random.int(2) === 0 ? 'PUT' : 'DELETE'),
    () => adjust(state),
    () => readPayment(state),
  ]
  return await state.random.pick(choices)()
}

/** The behaviours of the node. Each ends by itself, or is ended after the campaign. */
const PAY_STEPS: readonly object[] = [
  { do: 'settle', fee_msat: 1234 },
  { do: 'settle', fee_msat: 0 },
  { do: 'settle', fee_msat: 999, ms: 80 },
  { do: 'fail' },
  { do: 'fail', ms: 60 },
  { do: 'needs_fee', fee_msat: 900_000 },
  { do: 'hang' },
  { do: 'throw', truth: 'settled', fee_msat: 5 },
  { do: 'throw', truth: 'failed' },
  { do: 'unknown', k: 2, fee_msat: 77 },
  { do: 'timeout_then_settle', ms: 200, fee_msat: 1001 },
  { do: 'hang_then_fail', ms: 200 },
  { do: 'bad_preimage', truth: 'settled' },
  { do: 'http500', truth: 'failed' },
  { do: 'not_json', truth: 'settled' },
  { do: 'register_late', ms: 150 },
]

function makeInvoice({ random, wallets, record, invoices, newKey }: LoadState, hold: boolean): Wish {
  const wallet = random.pick(wallets)
  return {
    method: 'POST',
    path: '/api/v1/payments',
    key: wallet.invoiceKey,
    body: { out: false, amount: 1 + random.int(900), hold },
    idempotencyKey: newKey(),
    onAnswer({ status, body }) {
      if (status !== 201) return
      record.invoiceMade(body.checking_id, body.bolt11)
      invoices.push({ id: body.checking_id, hash: body.payment_hash, bolt11: body.bolt11, wallet, hold })
    },
  }
}

function pay({ random, wallets, record, sends, newKey }: LoadState, bolt11: string): Wish {
  const wallet = random.pick(wallets)
  return {
    method: 'POST',
    path: '/api/v1/payments',
    key: wallet.adminKey,
    body: { out: true, bolt11 },
    idempotencyKey: newKey(),
    onAnswer({ status, body }) {
      if (status !== 201) return
      record.sendAccepted(body.checking_id, body.status)
      sends.push({ id: body.checking_id, wallet })
    },
  }
}

function payInside(state: LoadState): Wish | undefined {
  const invoice = state.random.pick(state.invoices.slice(-20))
  return invoice && pay(state, invoice.bolt11)
}

async function payOutside(state: LoadState, service: LoadedService): Promise<Wish> {
  const amount = 1000 + state.random.int(9_000_000)
  const { hash, bolt11 } = await service.sendControl<{ hash: string; bolt11: string }>('POST /invoice', {
    amount_msat: amount,
  })
  await service.sendControl('POST /script', { match: { hash }, pay: [state.random.pick(PAY_STEPS)] })
  return pay(state, bolt11)
}

async function receive({ random, invoices }: LoadState, service: LoadedService): Promise<undefined> {
  const invoice = random.pick(invoices.slice(-40))
  if (invoice === undefined) return
  const notify = random.pick([1, 3, 'none', { delay_ms: 50 }])
  // The node must reject invoices that are paid, closed or expired.
  await service.sendControl('POST /receive', { hash: invoice.hash, notify }).catch((error: Error) => {
    if (!error.message.startsWith('POST /receive: 40')) throw error
  })
}

function decideHold({ random, invoices, record, newKey }: LoadState, method: 'PUT' | 'DELETE'): Wish | undefined {
  const held = random.pick(invoices.filter(({ hold }) => hold).slice(-30))
  return (
    held && {
      method,
      path: `/api/v1/payments/${held.id}`,
      key: held.wallet.adminKey,
      idempotencyKey: newKey(),
      onAnswer({ status, body }) {
        if (status !== 200) return
        if ((body as { status?: string }).status === 'pending') record.holdPending(held.id)
        else record.holdDecided(held.id, method === 'PUT' ? 'settled' : 'cancelled')
      },
    }
  )
}

function adjust({ random, userId, record, newKey }: LoadState): Wish {
  const amount = 1 + random.int(5000)
  return {
    method: 'PUT',
    path: `/users/api/v1/user/${userId}/balance`,
    body: { amount },
    idempotencyKey: newKey(),
    adjustSat: amount,
    onAnswer({ status }) {
      if (status === 200) record.adjusted(amount)
    },
  }
}

function readPayment({ random, sends, invoices, record, wrong, newKey }: LoadState): Wish | undefined {
  const payment = random.pick([...sends.slice(-50), ...invoices.slice(-50)])
  return (
    payment && {
      method: 'GET',
      path: `/api/v1/payments/${payment.id}`,
      key: payment.wallet.invoiceKey,
      idempotencyKey: newKey(),
      onAnswer({ status, body }) {
        if (status === 200) record.seen(payment.id, body.status)
        else wrong.push(`GET of a payment that was answered before: ${status}`)
      },
    }
  )
}
