import type { AnyExtension } from '@satchel/extension-sdk/extension'
import { expect } from 'vitest'
import type { Dialect } from '../../../src/db/database.ts'
import { type Answer, openWorld, type World } from '../open-world.ts'
import { activateExtension } from './activate-extension.ts'

/** For tests: a service that sells tickets, and a wallet that pays for them. */
export type BoxOffice = Awaited<ReturnType<typeof openBoxOffice>>

export async function openBoxOffice(dialect: Dialect, events: AnyExtension) {
  const world: World = await openWorld({ dialect, builtIns: [events], env: USD })
  const owner = await world.openWallet(10_000)
  const payer = await world.openWallet(1_000_000)
  await activateExtension(world, owner, 'events')
  const own = (path: string): Promise<Answer> => world.call('GET', `/events/api/v1/${path}`, { key: owner.adminKey })
  const post = (body: object): Promise<Answer> => {
    const days = Math.round((world.nowSeconds() * 1000 - Date.now()) / DAY_MS)
    return world.call('POST', '/events/api/v1/', { key: owner.adminKey, body: { ...eventBody(days), ...body } })
  }
  const buy = (id: string, body: object = {}): Promise<Answer> =>
    world.call('POST', `/events/public/${id}/tickets`, { body: { ...BUYER, ...body } })
  const pay = async (bolt11: string): Promise<void> => {
    expect(await world.send(payer, bolt11)).toMatchObject({ status: 201 })
    await world.tick()
  }
  return {
    world,
    owner,
    payer,
    post,
    async make(body: object = {}): Promise<Answer['body']> {
      const answer = await post(body)
      expect(answer).toMatchObject({ status: 201 })
      return answer.body
    },
    change: (id: string, body: object) => world.call('PUT', `/events/api/v1/${id}`, { key: owner.adminKey, body }),
    see: async (id: string): Promise<Answer['body']> => (await own(id)).body,
    ticketsOf: async (id: string): Promise<Answer['body']> => (await own(`${id}/tickets`)).body,
    buy,
    pay,
    async buyAndPay(id: string, body: object = {}): Promise<Answer['body']> {
      const answer = await buy(id, body)
      expect(answer).toMatchObject({ status: 201 })
      await pay(answer.body.payment_request)
      return answer.body
    },
    register: (id: string, ticket: string) =>
      world.call('PUT', `/events/api/v1/${id}/tickets/${ticket}/register`, { key: owner.invoiceKey }),
    page: async (path: string) => String((await world.call('GET', `/events${path}`)).body),
    async minutes(n: number): Promise<void> {
      for (let minute = 0; minute < n; minute += 1) {
        world.advance(60)
        await world.tick()
      }
    },
    /** The mails about an order. */
    async mailsOf(order: string): Promise<string[]> {
      const sql = `SELECT payload FROM extension_jobs WHERE kind = 'mail'`
      const mails = await world.db.list(sql, [], (row: { payload: string }) => row.payload)
      return mails.filter((mail) => mail.includes(order))
    },
    async close(): Promise<void> {
      expect(await world.violations()).toEqual([])
      await world.close()
    },
  }
}

const DAY_MS = 86_400_000
export const BUYER = { name: 'Ada <b>', email: 'ada@example.com' }
const USD = { SERVICE_FIXED_RATES: '{"USD":50000}' }

/** Five days from now, seven days from now, and so on; `days` = where the clock of a world has got to. */
export function eventBody(days = 0) {
  const day = (n: number): string => new Date(Date.now() + (days + n) * DAY_MS).toISOString().slice(0, 10)
  return {
    name: 'Concert',
    info: 'Doors open at eight.',
    closing_date: day(5),
    event_start_date: day(6),
    event_end_date: day(7),
    amount_tickets: 10,
    price_per_ticket: 100,
  }
}
