import { expect } from 'vitest'
import type { Answer, CallOptions } from '../../world/open-world.ts'
import { eventually } from '../eventually.ts'
import { type ServiceProcess, SUPER_USER } from './service-process.ts'

export interface StageWallet {
  readonly id: string
  readonly adminKey: string
  readonly invoiceKey: string
}

/** The requests that campaigns repeat. */
export interface StageClient {
  /** Opens a wallet with this many satoshis, received from an external payer. */
  openWallet(balanceSat?: number): Promise<StageWallet>
  /** `amountSat` undefined: one without an amount. */
  invoice(wallet: StageWallet, amountSat: number | undefined, more?: object): Promise<Answer['body']>
  send(wallet: StageWallet, bolt11: string, options?: CallOptions): Promise<Answer>
  foreignInvoice(amountMsat: number): Promise<{ readonly bolt11: string; readonly hash: string }>
  receive(hash: string, more?: object): Promise<void>
  balanceMsat(wallet: StageWallet): Promise<number>
  /** `pending`, `success` or `failed`; the wallet's word for the payment of this hash. */
  statusOf(wallet: StageWallet, id: string): Promise<string>
}

/** `service`: returns the running process. */
export function createStageClient(service: () => ServiceProcess, token: string): StageClient {
  const client: StageClient = {
    async openWallet(balanceSat = 0) {
      const { body } = await service().call('POST', '/api/v1/wallet', { token, body: {} })
      const wallet = { id: body.id, adminKey: body.adminkey, invoiceKey: body.inkey }
      if (balanceSat > 0) {
        await client.receive((await client.invoice(wallet, balanceSat)).payment_hash)
        await eventually('the wallet is filled', async () => (await client.balanceMsat(wallet)) === balanceSat * 1000)
      }
      return wallet
    },
    async invoice(wallet, amount, more = {}) {
      const body = { out: false, ...(amount === undefined ? { any_amount: true } : { amount }), ...more }
      const answer = await service().call('POST', '/api/v1/payments', { key: wallet.invoiceKey, body })
      expect(answer.status, JSON.stringify(answer.body)).toBe(201)
      return answer.body
    },
    send: (wallet, bolt11, more = {}) =>
      service().call('POST', '/api/v1/payments', { key: wallet.adminKey, body: { out: true, bolt11 }, ...more }),
    foreignInvoice: (amount) => service().sendControl('POST /invoice', { amount_msat: amount }),
    receive: (hash, more = {}) => service().sendControl('POST /receive', { hash, ...more }),
    balanceMsat: async (wallet) =>
      (await service().call('GET', '/api/v1/wallet', { key: wallet.invoiceKey })).body.balance,
    statusOf: async (wallet, id) =>
      (await service().call('GET', `/api/v1/payments/${id}`, { key: wallet.invoiceKey })).body.status,
  }
  return client
}

export async function logIn(service: ServiceProcess): Promise<string> {
  const { body } = await service.call('POST', '/api/v1/auth', { body: SUPER_USER })
  return body.access_token
}
