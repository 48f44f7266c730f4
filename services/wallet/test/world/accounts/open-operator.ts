import type { Dialect } from '../../../src/db/database.ts'
import { type Answer, openWorld, type World, type WorldOptions, type WorldWallet } from '../open-world.ts'
import { tokenOf } from '../token-of.ts'

export interface Operator {
  readonly world: World
  /** As the super user, with a token of now. */
  ask(method: 'GET' | 'POST' | 'PUT', url: string, body?: object): Promise<Answer>
  /** A payment to another node that hangs there: its checking id and hash. */
  sendHanging(wallet: WorldWallet, amountMsat: number): Promise<StuckPayment>
  /** A hold invoice that is held; the node answers its decisions as scripted, and its stream tells nothing of it. */
  openHeld(wallet: WorldWallet, script?: object): Promise<StuckPayment>
  /** A hold invoice that a wallet of this service has paid, so that both rows are held. */
  openHeldInside(payer: WorldWallet, payee: WorldWallet): Promise<{ readonly payer: string; readonly invoice: string }>
  /** The newest lines of the audit log with this action. */
  audited(action: string): Promise<Answer['body'][]>
}

export interface StuckPayment {
  readonly id: string
  readonly hash: string
  readonly preimage: string
}

const ROOT = { username: 'root', password: 'correct horse' }

/** A world with its super user, and stuck payments of each kind. */
export async function openOperator(
  dialect: Dialect,
  env: Readonly<Record<string, string>> = {},
  { exactBalance }: Pick<WorldOptions, 'exactBalance'> = {},
): Promise<Operator> {
  const world = await openWorld({
    dialect,
    exactBalance,
    env: { SUPER_USER_USERNAME: ROOT.username, SUPER_USER_PASSWORD: ROOT.password, ...env },
  })
  const { access_token: first } = (await world.call('POST', '/api/v1/auth', { body: ROOT })).body
  const userId = (await world.call('GET', '/api/v1/auth', { token: first })).body.id as string
  const ask: Operator['ask'] = async (method, url, body) =>
    world.call(method, url, { token: await tokenOf(world, { userId }), body })
  const script = async (hash: string, steps: object): Promise<void> => {
    await world.node.sendControl('POST /script', { match: { hash }, ...steps })
  }
  return {
    world,
    ask,
    async sendHanging(wallet, amountMsat) {
      const { bolt11, hash, preimage } = await world.foreignInvoice(amountMsat)
      await script(hash, { pay: ['hang'] })
      const sent = await world.send(wallet, bolt11)
      if (sent.status !== 201) throw new Error(JSON.stringify(sent.body))
      return { id: sent.body.checking_id, hash, preimage }
    },
    async openHeld(wallet, steps) {
      const invoice = await world.invoice(wallet, 77, { hold: true, expiry: 7200 })
      const hash = invoice.payment_hash as string
      if (steps !== undefined) await script(hash, steps)
      await world.node.sendControl('POST /receive', { hash, notify: 'none' })
      await world.tick()
      return { id: invoice.checking_id, hash, preimage: '' }
    },
    async openHeldInside(payer, payee) {
      const invoice = await world.invoice(payee, 77, { hold: true, expiry: 7200 })
      const sent = await world.send(payer, invoice.payment_request)
      if (sent.status !== 201) throw new Error(JSON.stringify(sent.body))
      return { payer: sent.body.checking_id, invoice: invoice.checking_id }
    },
    audited: async (action) => (await ask('GET', `/admin/api/v1/audit?action=${action}`)).body.data,
  }
}
