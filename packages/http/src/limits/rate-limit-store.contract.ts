import { expect, onTestFinished, test, vi } from 'vitest'
import type { SharedRateLimitStore } from './rate-limit-shared.ts'
import type { RateLimitStore, RateLimitStoreOptions } from './rate-limit-store.ts'

type Options = Pick<RateLimitStoreOptions, 'requests' | 'windowMs'>

/** The contract of every store of request counts. */
export function rateLimitStoreContract(name: string, open: (options: Options) => Promise<RateLimitStore>): void {
  const openStore = async (options: Options): Promise<RateLimitStore> => {
    const store = await open(options)
    onTestFinished(() => store.close())
    return store
  }
  const countTo = (store: RateLimitStore, client: string, times: number): number[] =>
    Array.from({ length: times }, () => store.count(client).requests)

  test(`${name}: every client is counted separately, also above the limit`, async () => {
    const store = await openStore({ requests: 2, windowMs: 60_000 })
    expect(countTo(store, '192.0.2.1', 6)).toEqual([1, 2, 3, 4, 5, 6])
    expect(store.count('192.0.2.2').requests).toBe(1)
    expect(store.count('192.0.2.1').requests).toBe(7)
  })

  test(`${name}: the remaining time is that of the window, and decreases`, async () => {
    const store = await openStore({ requests: 5, windowMs: 60_000 })
    const first = store.count('192.0.2.1').resetMs
    expect(first).toBeGreaterThan(59_000)
    expect(first).toBeLessThanOrEqual(60_000)
    await vi.waitFor(() => expect(store.count('192.0.2.1').resetMs).toBeLessThan(first))
  })

  test(`${name}: after the window a client starts with a new count`, async () => {
    const store = await openStore({ requests: 2, windowMs: 100 })
    countTo(store, '192.0.2.1', 3)
    await vi.waitFor(() => expect(store.count('192.0.2.1').requests).toBe(1), { interval: 25 })
  })
}

export interface SharedBudget {
  /** Opens the store like another process. */
  openStore(options: Options): Promise<SharedRateLimitStore>
}

type OpenTwo = (options: Options) => Promise<[SharedRateLimitStore, SharedRateLimitStore]>

/** The additional contract of stores that several processes share. */
export function sharedRateLimitContract(name: string, budget: () => SharedBudget): void {
  const openTwo: OpenTwo = async (options) => {
    const two: [SharedRateLimitStore, SharedRateLimitStore] = [
      await budget().openStore(options),
      await budget().openStore(options),
    ]
    for (const store of two) onTestFinished(() => store.close())
    return two
  }

  test(`${name}: a process knows the counts of another one after an exchange`, async () => {
    const [one, other] = await openTwo({ requests: 1000, windowMs: 60_000 })
    for (let count = 0; count < 7; count += 1) one.count('192.0.2.11')
    await one.share()
    expect(other.count('192.0.2.11').requests).toBe(1)
    await other.share()
    expect(other.count('192.0.2.11').requests).toBe(9)
    expect(other.count('192.0.2.12').requests).toBe(1)
    await other.share()
    one.count('192.0.2.11')
    await one.share()
    expect(one.count('192.0.2.11').requests).toBe(11)
  })

  test(`${name}: a client above the limit in one process is above it in every process`, async () => {
    const [one, other] = await openTwo({ requests: 50, windowMs: 60_000 })
    for (let count = 0; count < 80; count += 1) one.count('192.0.2.21')
    await one.share()
    other.count('192.0.2.21')
    await other.share()
    expect(other.count('192.0.2.21').requests).toBeGreaterThan(50)
  })

  test(`${name}: a client that alternates between two processes is stopped near the limit, without waiting for a timer`, async () => {
    const [one, other] = await openTwo({ requests: 200, windowMs: 60_000 })
    let admitted = 0
    for (let turn = 0; turn < 500; turn += 1) {
      for (const store of [one, other]) if (store.count('192.0.2.31').requests <= 200) admitted += 1
      // Let other requests run in between.
      if (turn % 5 === 0) await Promise.all([one.share(), other.share()])
    }
    expect(admitted).toBeGreaterThanOrEqual(200)
    expect(admitted).toBeLessThanOrEqual(200 + 200 / 8 + 10)
  })
  sharedWindowContract(name, openTwo)
}

function sharedWindowContract(name: string, openTwo: OpenTwo): void {
  test(`${name}: a window ends for all processes when it ends for the first one`, async () => {
    const [one, other] = await openTwo({ requests: 100, windowMs: 60_000 })
    one.count('192.0.2.41')
    await one.share()
    await vi.waitFor(() => expect(one.count('192.0.2.41').resetMs).toBeLessThan(59_950))
    expect(other.count('192.0.2.41').resetMs).toBeGreaterThan(59_950)
    await other.share()
    const difference = other.count('192.0.2.41').resetMs - one.count('192.0.2.41').resetMs
    expect(Math.abs(difference)).toBeLessThan(50)
  })

  test(`${name}: the shared counts end with the window`, async () => {
    const [one, other] = await openTwo({ requests: 100, windowMs: 60 })
    for (let count = 0; count < 40; count += 1) one.count('192.0.2.51')
    await one.share()
    await vi.waitFor(
      async () => {
        other.count('192.0.2.51')
        await other.share()
        expect(other.count('192.0.2.51').requests).toBeLessThan(10)
      },
      { interval: 70 },
    )
  })

  test(`${name}: thousands of clients in one batch are all shared`, async () => {
    const [one, other] = await openTwo({ requests: 100, windowMs: 60_000 })
    const clients = Array.from({ length: 2500 }, (_, index) => `198.51.${index >> 8}.${index & 255}`)
    for (const client of clients) one.count(client)
    await one.share()
    for (const client of clients) other.count(client)
    await other.share()
    expect(clients.filter((client) => other.count(client).requests !== 3)).toEqual([])
  })
}
