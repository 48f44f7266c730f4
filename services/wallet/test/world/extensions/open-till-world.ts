import type { AnyExtension } from '@satchel/extension-sdk/extension'
import type { Dialect } from '../../../src/db/database.ts'
import { type Answer, openWorld, type World, type WorldWallet } from '../open-world.ts'
import { tokenOf } from '../token-of.ts'
import { activateExtension } from './activate-extension.ts'

type Body = Answer['body']

/** A world with tills: 1 EUR is 2,000 sat. */
export interface TillWorld {
  readonly world: World
  readonly owner: WorldWallet
  readonly customer: WorldWallet
  /** A new till with the fields of the body. */
  post(body: object): Promise<Answer>
  /** A new till that sells coffee and cake, and no soup. */
  open(body?: object): Promise<Body>
  see(id: string): Promise<Body>
  sell(id: string, body: object): Promise<Answer>
  /** Sells, pays as the customer, and waits until the till has handled the payment. */
  sold(id: string, body: object): Promise<Body>
  sales(id: string): Promise<Body>
  /** One more wallet of the owner. */
  newWallet(name: string): Promise<Body>
  /** Satoshis. */
  balanceOf(key: string): Promise<number>
}

const ITEMS = [
  { title: 'Coffee', price: 2.5, tax: 7, categories: ['Drinks'] },
  { title: 'Cake', price: 3.4, tax: 19, categories: ['Food'] },
  { title: 'Soup', price: 6, disabled: true },
]

export async function openTillWorld(
  dialect: Dialect,
  tpos: AnyExtension,
  env: Readonly<Record<string, string>> = {},
): Promise<TillWorld> {
  const world = await openWorld({ dialect, builtIns: [tpos], env: { SERVICE_FIXED_RATES: '{"EUR":50000}', ...env } })
  const owner = await world.openWallet()
  const customer = await world.openWallet(1_000_000)
  await activateExtension(world, owner, 'tpos')
  const done = ({ status, body }: Answer): Body => {
    if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body
  }
  const post = (body: object): Promise<Answer> =>
    world.call('POST', '/tpos/api/v1/', { key: owner.adminKey, body: { name: 'Bar', currency: 'EUR', ...body } })
  const sell = (id: string, body: object): Promise<Answer> =>
    world.call('POST', `/tpos/public/${id}/invoices`, { body })
  const read = async (path: string, key = owner.invoiceKey): Promise<Body> =>
    done(await world.call('GET', path, { key }))
  return {
    world,
    owner,
    customer,
    post,
    sell,
    open: async (body = {}) => done(await post({ items: ITEMS, ...body })),
    see: (id) => read(`/tpos/api/v1/${id}`),
    sales: (id) => read(`/tpos/api/v1/${id}/sales`),
    async sold(id, body) {
      const sale = done(await sell(id, body))
      done(await world.send(customer, sale.payment_request))
      await world.tick()
      return sale
    },
    async newWallet(name) {
      const token = await tokenOf(world, owner)
      return done(await world.call('POST', '/api/v1/wallet', { token, body: { name } }))
    },
    balanceOf: async (key) => (await read('/api/v1/wallet', key)).balance / 1000,
  }
}
