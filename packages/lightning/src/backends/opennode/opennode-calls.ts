import { Type } from 'typebox'
import { wholeSats } from '../../adapter-parts/whole-sats.ts'
import type { Secret } from '../../config/setting.ts'
import type { NodeAnswer } from '../../net/node-http.ts'
import { fixedCredential, type NodeCredential, type WatchedNodeHttp } from '../../net/open-node-http.ts'
import { readNodeJson } from '../../net/read-node-json.ts'
import type { InvoiceRequest } from '../../port/funding-source.ts'
import type { NodeTrouble } from '../../port/node-trouble.ts'
import { Charge } from './charge.ts'
import { ADMIN, type OpenNodeConfig } from './read-opennode.ts'
import { Withdrawal } from './to-outcome.ts'

/** The calls of OpenNode's API that are needed, with checked answers. All reject when the answer is unclear. */
export interface OpenNodeCalls {
  /** Undefined = nothing is wrong with the keys. */
  findRefusal(): Promise<{ readonly refusal: NodeTrouble } | undefined>
  createCharge(request: InvoiceRequest): Promise<{ readonly id: string; readonly bolt11: string }>
  charge(id: string): Promise<Charge>
  /** Paid ones, newest first. */
  listPaid(): Promise<Charge[]>
  withdraw(order: WithdrawalOrder): Promise<NodeAnswer>
  withdrawal(id: string): Promise<Withdrawal>
  listWithdrawals(): Promise<Withdrawal[]>
  balanceSat(): Promise<number>
}

export interface WithdrawalOrder {
  readonly bolt11: string
  readonly amountSat: string | undefined
  readonly attemptId: string
}

const Made = Type.Object({
  data: Type.Object({ id: Type.String({ minLength: 1 }), lightning_invoice: Type.Object({ payreq: Type.String() }) }),
})
const OneCharge = Type.Object({ data: Charge })
const Charges = Type.Object({ data: Type.Array(Charge) })
const OneWithdrawal = Type.Object({ data: Withdrawal })
const Withdrawals = Type.Object({ data: Type.Array(Withdrawal) })
const Balance = Type.Object({ data: Type.Object({ balance: Type.Object({ BTC: Type.Integer() }) }) })

const OPENING_MS = 2000
const PAY_MS = 60_000

export function createOpenNodeCalls(http: WatchedNodeHttp, { invoiceKey, payKey }: OpenNodeConfig): OpenNodeCalls {
  const receiving = credentialOf(invoiceKey)
  // Without a key OpenNode refuses, and the operator reads which one is missing.
  const paying = credentialOf(payKey ?? { variable: ADMIN, value: '' })
  const get = (path: string, credential = receiving, timeoutMs?: number): Promise<NodeAnswer> =>
    http.call({ method: 'GET', path, credential, timeoutMs })
  const post = (path: string, body: object, credential = receiving, timeoutMs?: number): Promise<NodeAnswer> =>
    http.call({ method: 'POST', path, credential, body, timeoutMs })
  return {
    async findRefusal() {
      const balance = await get('/v1/account/balance', receiving, OPENING_MS)
      if (isRefusal(balance)) return refuse(invoiceKey, 'OpenNode refuses it')
      readNodeJson(Balance, balance)
      // Empty orders have no effect, but show the key's permissions.
      const mayInvoice = await post('/v1/charges', {}, receiving, OPENING_MS)
      if (isRefusal(mayInvoice)) return refuse(invoiceKey, 'may not make charges')
      if (payKey === undefined) return undefined
      const mayPay = await post('/v2/withdrawals', {}, paying, OPENING_MS)
      return isRefusal(mayPay) ? refuse(payKey, 'may not make withdrawals') : undefined
    },
    async createCharge(request) {
      const { data } = readSuccess(Made, await post('/v1/charges', chargeBody(request)))
      return { id: data.id, bolt11: data.lightning_invoice.payreq }
    },
    charge: async (id) => readNodeJson(OneCharge, await get(`/v1/charge/${encodeURIComponent(id)}`)).data,
    listPaid: async () => readNodeJson(Charges, await get('/v1/charges')).data,
    withdraw({ bolt11, amountSat, attemptId }) {
      const amount = amountSat === undefined ? {} : { amount: Number(amountSat) }
      return post('/v2/withdrawals', { type: 'ln', address: bolt11, ...amount, custom_id: attemptId }, paying, PAY_MS)
    },
    withdrawal: async (id) =>
      readNodeJson(OneWithdrawal, await get(`/v1/withdrawal/${encodeURIComponent(id)}`, paying)).data,
    listWithdrawals: async () => readNodeJson(Withdrawals, await get('/v1/withdrawals', paying)).data,
    balanceSat: async () => readNodeJson(Balance, await get('/v1/account/balance')).data.balance.BTC,
  }
}

const credentialOf = ({ variable, value }: Secret): NodeCredential =>
  fixedCredential(variable, value, (authorization) => ({ authorization }))

const refuse = ({ variable }: Secret, detail: string): { readonly refusal: NodeTrouble } => ({
  refusal: { kind: 'credential_refused', variable, detail },
})

const isRefusal = ({ status }: NodeAnswer): boolean => status === 401 || status === 403

const readSuccess: typeof readNodeJson = (schema, { status, text }) =>
  readNodeJson(schema, { status: status === 201 ? 200 : status, text })

const [MIN_MINUTES, MAX_MINUTES] = [10, 24 * 60]

/** OpenNode counts in minutes, ten at least: an invoice may last longer than was asked for. */
function chargeBody({ amountMsat, memo, descriptionHash, expirySeconds }: InvoiceRequest): object {
  const amountSat = wholeSats(amountMsat)
  if (amountSat === undefined) throw new Error('OpenNode makes invoices over whole satoshis only')
  if (descriptionHash !== undefined) throw new Error('OpenNode makes no invoices with a description hash')
  return {
    amount: Number(amountSat),
    description: memo,
    ttl: Math.min(Math.max(Math.ceil(expirySeconds / 60), MIN_MINUTES), MAX_MINUTES),
  }
}
