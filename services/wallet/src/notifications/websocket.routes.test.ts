import { msat } from '@satchel/money/units'
import { describe, expect, test } from 'vitest'
import { openTestLive, type TestLive } from '../../test/world/notifications/open-test-live.ts'
import { openAgain, type TestNotifications } from '../../test/world/notifications/open-test-notifications.ts'
import { happen } from '../../test/world/notifications/test-commands.ts'
import type { TestSocket } from '../../test/world/open-test-socket.ts'
import { LOGIC_DIALECTS } from '../../test/world/test-database.ts'
import type { Database } from '../db/database.ts'
import { resetKeys } from '../wallets/wallet-commands.ts'
import { newSealedKeys } from '../wallets/wallet-secrets.ts'

const ids = ({ messages }: TestSocket) => messages.map(({ id }) => id)

/** The wallet's events so far, oldest first; a number of the sequence may be skipped on PostgreSQL. */
const eventIds = (world: TestLive, { id }: { id: string }): Promise<number[]> =>
  world.db.list('SELECT id FROM events WHERE wallet_id = $1 ORDER BY id', [id], (row: { id: bigint }) => Number(row.id))

/** Resolves when all committed events have been passed to the sockets that were up to date. */
async function settled(world: TestLive, ...sockets: TestSocket[]): Promise<void> {
  await world.live.caughtUp()
  await Promise.all(sockets.map((socket) => socket.heard()))
}

describe.each(LOGIC_DIALECTS)('WebSocket on %s', (dialect) => {
  test('each key receives all events of its wallet, and only of its own', async () => {
    const world = await openTestLive(dialect)
    const [wallet, stranger] = [await world.openWallet(), await world.openWallet()]
    const sockets = [await world.connect(`/${wallet.adminKey}`), await world.connect(`/${wallet.invoiceKey}`)]
    const other = await world.connect(`/${stranger.adminKey}`)
    const paid = await world.pay(wallet, { memo: 'Tea', amountMsat: msat(2_500n) })
    const out = { direction: 'out', kind: 'payment-sent' } as const
    const sent = await world.pay(wallet, out)
    await world.pay(wallet, { ...out, kind: 'payment-failed', state: 'failed' })
    await world.pay(wallet, { kind: 'payment-held', state: 'held' })
    await world.pay(wallet, { kind: 'invoice-expired', state: 'expired' })
    await world.pay(wallet, { kind: 'invoice-cancelled', state: 'failed' })
    for (const { messages } of sockets) await expect.poll(() => messages.length).toBe(5)
    await settled(world, ...sockets, other)
    const [id] = await eventIds(world, wallet)
    for (const { messages } of sockets) {
      expect(messages[0]).toEqual({
        id,
        type: 'payment',
        event: 'payment_received',
        payment_hash: paid.paymentHash,
        checking_id: paid.checkingId,
        wallet_id: wallet.id,
        amount: 2,
        fee: 0,
        status: 'success',
        memo: 'Tea',
        time: paid.createdAt,
        balance: 0,
        payment: expect.objectContaining({
          payment_hash: paid.paymentHash,
          wallet_id: wallet.id,
          amount: 2,
          amount_msat: 2500,
          status: 'success',
          pending: false,
        }),
      })
      expect(messages.map((message) => 'payment' in message)).toEqual([true, true, false, false, false])
      expect(messages[1]).toMatchObject({ event: 'payment_sent', amount: -21, checking_id: sent.checkingId })
      expect(messages.map(({ event, status }) => [event, status])).toEqual([
        ['payment_received', 'success'],
        ['payment_sent', 'success'],
        ['payment_failed', 'failed'],
        ['payment_held', 'pending'],
        // A hold that was cancelled.
        ['payment_failed', 'failed'],
      ])
    }
    expect(other.messages).toEqual([])
  })

  test('a payment hash receives only the incoming payment, and nothing of the wallet', async () => {
    const world = await openTestLive(dialect)
    const [payee, payer] = [await world.openWallet(), await world.openWallet()]
    const invoice = await world.pay(payee, { state: 'held', kind: 'payment-held' })
    const { paymentHash } = invoice
    const socket = await world.connect(`/${paymentHash}`)
    await world.pay(payer, { direction: 'out', kind: 'payment-sent', paymentHash })
    await world.pay(payee)
    await world.db.transact(happen, { events: [received(invoice)], at: 1 })
    await expect.poll(() => socket.messages.length).toBe(1)
    await settled(world, socket)
    const { createdAt: time } = invoice
    const id = (await eventIds(world, payee)).at(-1)
    expect(socket.messages).toEqual([
      {
        id,
        type: 'payment',
        event: 'payment_received',
        payment_hash: paymentHash,
        amount: 21,
        status: 'success',
        time,
      },
    ])
  })

  test('a wallet id, a wrong key or an unknown hash subscribes to nothing (D10)', async () => {
    const world = await openTestLive(dialect)
    const wallet = await world.openWallet()
    const strangers = [wallet.id, 'f'.repeat(32), 'a'.repeat(64), wallet.adminKey.toUpperCase(), '%00']
    for (const id of strangers) {
      const socket = await world.connect(`/${id}`)
      await expect.poll(socket.closed).toBe(4404)
      expect(socket.messages).toEqual([{ error: expect.any(String) }])
    }
    const socket = await world.connect('')
    for (const id of strangers) socket.say({ subscribe: id })
    await expect.poll(() => socket.messages.length).toBe(strangers.length)
    await world.pay(wallet)
    await settled(world, socket)
    expect(socket.messages.every(({ error }) => typeof error === 'string')).toBe(true)
    expect(socket.closed()).toBeUndefined()
  })

  test('one socket subscribes to several ids, receives each event once, and can unsubscribe', async () => {
    const world = await openTestLive(dialect)
    const [first, second] = [await world.openWallet(), await world.openWallet()]
    const socket = await world.connect('')
    for (const id of [first.adminKey, second.invoiceKey, second.invoiceKey]) socket.say({ subscribe: id })
    await quiet(world, socket)
    await world.pay(first)
    await world.pay(second)
    await expect.poll(() => socket.messages.length).toBe(2)
    socket.say({ unsubscribe: first.adminKey })
    await quiet(world, socket)
    await world.pay(first)
    await world.pay(second)
    await expect.poll(() => socket.messages.length).toBe(3)
    await settled(world, socket)
    const [one] = await eventIds(world, first)
    expect(ids(socket)).toEqual([one, ...(await eventIds(world, second))])
  })

  test('what a client publishes reaches no other client (D10)', async () => {
    const world = await openTestLive(dialect)
    const wallet = await world.openWallet()
    const [loud, other] = [await world.connect(`/${wallet.adminKey}`), await world.connect(`/${wallet.adminKey}`)]
    const said = [
      { type: 'payment', event: 'payment_received' },
      { publish: wallet.adminKey },
      [1],
      'null',
      '{',
      '{"subscribe":7}',
    ]
    for (const message of said) loud.say(message)
    await expect.poll(() => loud.messages.length).toBe(said.length)
    await settled(world, other)
    expect(loud.messages.every((message) => Object.keys(message).join() === 'error')).toBe(true)
    expect(other.messages).toEqual([])
  })

  test('a revoked key receives no further events, the new one does', async () => {
    const world = await openTestLive(dialect)
    const wallet = await world.openWallet()
    const [old, byMessage] = [await world.connect(`/${wallet.adminKey}`), await world.connect('')]
    byMessage.say({ subscribe: wallet.invoiceKey })
    await quiet(world, byMessage)
    await world.pay(wallet)
    await expect.poll(() => [old.messages.length, byMessage.messages.length]).toEqual([1, 1])
    const keys = newSealedKeys(world.vault)
    const keyDigest = world.vault.digest(wallet.adminKey)
    const shown = { of: 'wallet', walletId: wallet.id, keyDigest } as const
    await world.db.transact(resetKeys, { walletId: wallet.id, keys, kept: [], shown })
    const fresh = await world.connect(`/${world.vault.open(keys.admin.sealed)}`)
    await world.pay(wallet)
    await expect.poll(() => [old.closed(), byMessage.closed(), fresh.messages.length]).toEqual([1008, 1008, 1])
    const [before, after] = await eventIds(world, wallet)
    const gone = [before, undefined]
    expect([ids(old), ids(byMessage), ids(fresh)]).toEqual([gone, gone, [after]])
  })

  test('a client that resumes receives everything it missed, oldest first, each once, and then new events', async () => {
    const world = await openTestLive(dialect)
    const [wallet, other] = [await world.openWallet(), await world.openWallet()]
    const { checkingId } = await world.pay(wallet)
    const event = { kind: 'payment-received', walletId: wallet.id, checkingId } as const
    const [some, many] = [Array.from({ length: 7 }, () => event), Array.from({ length: 120 }, () => event)]
    await world.db.transact(happen, { events: [...some, { ...event, walletId: other.id }, ...many], at: 1 })
    const lastId = (await eventIds(world, wallet))[4] ?? 0
    // More comes while the past is read.
    const sockets = [await world.connect(`/${wallet.invoiceKey}?last_id=${lastId}`), await world.connect('')]
    sockets[1]?.say({ subscribe: wallet.adminKey, last_id: lastId })
    for (let index = 0; index < 20; index += 1) await world.pay(wallet)
    const missed = (await eventIds(world, wallet)).slice(5)
    expect(missed).toHaveLength(143)
    for (const socket of sockets) await expect.poll(() => ids(socket)).toEqual(missed)
    await world.pay(wallet)
    const all = (await eventIds(world, wallet)).slice(5)
    for (const socket of sockets) await expect.poll(() => ids(socket)).toEqual(all)
  })

  test('a hash resumes too: a page that connects late learns that it was paid', async () => {
    const world = await openTestLive(dialect)
    const wallet = await world.openWallet()
    await world.pay(wallet)
    const { paymentHash } = await world.pay(wallet)
    const socket = await world.connect(`/${paymentHash}?last_id=0`)
    await expect.poll(() => ids(socket)).toEqual((await eventIds(world, wallet)).slice(1))
  })

  test('a client that missed more than a thousand events gets them in several batches, none missing', async () => {
    const world = await openTestLive(dialect)
    const wallet = await world.openWallet()
    const { checkingId } = await world.pay(wallet)
    const events = Array.from(
      { length: 1500 },
      () => ({ kind: 'payment-sent', walletId: wallet.id, checkingId }) as const,
    )
    await world.db.transact(happen, { events, at: 1 })
    const first = await world.connect(`/${wallet.adminKey}?last_id=0`)
    await expect.poll(first.closed).toBe(1013)
    const got = ids(first).slice(0, -1)
    expect(got.length).toBeGreaterThanOrEqual(1000)
    const second = await world.connect(`/${wallet.adminKey}?last_id=${Number(got.at(-1))}`)
    const all = await eventIds(world, wallet)
    expect(all).toHaveLength(1501)
    await expect.poll(() => [...got, ...ids(second)]).toEqual(all)
  })

  test('an id in the future to resume from suppresses no event', async () => {
    const world = await openTestLive(dialect)
    const wallet = await world.openWallet()
    const socket = await world.connect(`/${wallet.adminKey}?last_id=999999`)
    await world.pay(wallet)
    await expect.poll(() => socket.messages.length).toBe(1)
    await expect(world.connect(`/${wallet.adminKey}?last_id=x`)).rejects.toThrow('422')
  })
})

test('two processes on one PostgreSQL: each notifies its clients of what the other committed', async () => {
  const world = await openTestLive('postgres', {}, openAgain)
  const wallet = await world.openWallet()
  const socket = await world.connect(`/${wallet.adminKey}`)
  await world.pay(wallet)
  await expect.poll(() => ids(socket)).toEqual(await eventIds(world, wallet))
})

test('an event committed while missed ones are being read is sent, too, once and in its place', async () => {
  let letGo = (): void => undefined
  // The page that was read comes late: two payments are made and announced in the meantime.
  const openSlow = ({ db }: TestNotifications): Database => ({
    ...db,
    async list(sql, params, toRow) {
      const page = await db.list(sql, params, toRow)
      if (sql.includes('e.wallet_id = $1')) await new Promise<void>((resolve) => (letGo = resolve))
      return page
    },
  })
  const world = await openTestLive('sqlite', {}, openSlow)
  const wallet = await world.openWallet()
  for (let index = 0; index < 3; index += 1) await world.pay(wallet)
  const socket = await world.connect(`/${wallet.adminKey}?last_id=1`)
  await world.pay(wallet)
  await world.pay(wallet)
  await world.live.caughtUp()
  expect(socket.messages).toEqual([])
  await expect
    .poll(() => {
      letGo()
      return ids(socket)
    })
    .toEqual([2, 3, 4, 5])
  await world.pay(wallet)
  await expect.poll(() => ids(socket)).toEqual([2, 3, 4, 5, 6])
})

const received = ({ walletId, checkingId }: { walletId: string; checkingId: string }) => ({
  kind: 'payment-received' as const,
  walletId,
  checkingId,
})

/** Resolves when the service has executed the earlier messages: it answers the last, invalid one. */
async function quiet(world: TestLive, socket: TestSocket): Promise<void> {
  const before = socket.messages.length
  socket.say('?')
  await expect.poll(() => socket.messages.length).toBe(before + 1)
  socket.messages.pop()
  await settled(world, socket)
}
