import { connect, type Socket } from 'node:net'
import { watch } from '@satchel/lightning/world/simulated/open-test-node'
import { describe, expect, test } from 'vitest'
import { countOf, driveSends, times, until } from '../../../test/world/funding/drive-sends.ts'
import type { WorldWallet } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'

const ADMIN = { SUPER_USER_USERNAME: 'operator', SUPER_USER_PASSWORD: 'a password for tests' }

describe.each(DIALECTS)('sends at the same time, on %s', (dialect) => {
  const sends = driveSends(dialect, { ...ADMIN, SERVICE_PAY_WAIT_MS: '10000' })

  test('of fifty payments that each need the whole balance one is made, and no balance is ever negative (A1)', async () => {
    const { world } = sends
    const wallet = await world.openWallet(1000)
    const invoices = await times(50, () => sends.invoice(990_000, { pay: [{ do: 'settle', ms: 20 }] }))
    const balances: number[] = []
    const answers = await Promise.all(
      invoices.map(async ({ bolt11 }) => {
        const answer = await world.send(wallet, bolt11)
        balances.push(await world.balanceMsat(wallet))
        return answer
      }),
    )
    expect([countOf(answers, 201), countOf(answers, 400)]).toEqual([1, 49])
    expect(Math.min(...balances)).toBeGreaterThanOrEqual(0)
    const { sent } = await sends.truth()
    const hashes = new Set(invoices.map(({ hash }) => hash))
    expect(sent.filter(({ hash }) => hashes.has(hash))).toHaveLength(1)
    expect(await world.balanceMsat(wallet)).toBe(10_000)
  })

  test('twenty concurrent sends of one invoice make one row and one send (A2)', async () => {
    const { world } = sends
    const wallet = await world.openWallet(1000)
    const { bolt11, hash } = await sends.invoice(10_000)
    const answers = await times(20, () => world.send(wallet, bolt11))
    expect([countOf(answers, 201), countOf(answers, 400)]).toEqual([1, 19])
    expect(await sends.rowsOf(wallet)).toHaveLength(1)
    expect(await sends.sendsOf(hash)).toEqual({ sends: 1, calls: 1 })
    expect(await world.balanceMsat(wallet)).toBe(990_000)
  })

  test('two wallets that send the same invoice at the same instant pay it once together (A3)', async () => {
    const { world } = sends
    const [first, second] = [await world.openWallet(1000), await world.openWallet(1000)]
    for (let round = 1; round <= 10; round += 1) {
      const { bolt11, hash } = await sends.invoice(10_000)
      const answers = await Promise.all([world.send(first, bolt11), world.send(second, bolt11)])
      expect([countOf(answers, 201), countOf(answers, 400)]).toEqual([1, 1])
      expect((await world.balanceMsat(first)) + (await world.balanceMsat(second))).toBe(2_000_000 - round * 10_000)
      expect(await sends.sendsOf(hash)).toEqual({ sends: 1, calls: 1 })
    }
  })

  test('an invoice that another wallet has paid is not a success for the next one, and causes no query (A3)', async () => {
    const { world } = sends
    const [first, second] = [await world.openWallet(1000), await world.openWallet(1000)]
    const { bolt11, hash } = await sends.invoice(10_000)
    expect((await world.send(first, bolt11)).status).toBe(201)
    expect((await world.send(second, bolt11)).status).toBe(400)
    expect(await world.balanceMsat(second)).toBe(1_000_000)
    expect(await sends.sendsOf(hash)).toEqual({ sends: 1, calls: 1 })
  })

  test('a concurrent payment and deduction never take more than the balance (A7)', async () => {
    const { world } = sends
    const token = (await world.call('POST', '/api/v1/auth', { body: login })).body.access_token as string
    const deduct = (wallet: WorldWallet, amount: number) =>
      world.call('PUT', `/users/api/v1/user/${wallet.userId}/balance`, { token, body: { amount: -amount } })
    for (let round = 0; round < 50; round += 1) {
      const wallet = await world.openWallet(100)
      const { bolt11 } = await sends.invoice(90_000)
      const pair = [() => world.send(wallet, bolt11), () => deduct(wallet, 20)]
      if (round % 2 === 1) pair.reverse()
      const answers = await Promise.all(pair.map((start) => start()))
      const paid = countOf(answers, 201) === 1
      expect([countOf(answers, paid ? 201 : 200), countOf(answers, 400)]).toEqual([1, 1])
      expect(await world.balanceMsat(wallet)).toBe(paid ? 10_000 : 80_000)
    }
  })

  test('a sender who disconnects has paid or not, and nothing stays reserved (A9)', async () => {
    const { world } = sends
    const wallet = await world.openWallet(1000)
    const invoices = await times(50, () => sends.invoice(1000, { pay: [{ do: 'settle', ms: 30, fee_msat: 7 }] }))
    const port = await listen()
    // Half of them disconnect immediately, half once the node was called.
    for (const [index, { bolt11, hash }] of invoices.entries()) {
      const socket = await sendOver(port, wallet.adminKey, bolt11)
      if (index % 2 === 0) await sends.nodeIsAsked(hash)
      socket.destroy()
    }
    const hashes = new Set(invoices.map(({ hash }) => hash))
    await until('all is paid or was never begun', async () => {
      const rows = await sends.rowsOf(wallet)
      const sent = (await sends.truth()).sent.filter(({ hash }) => hashes.has(hash))
      return rows.length === sent.length && rows.every(({ status }) => status === 'success')
    })
    const rows = await sends.rowsOf(wallet)
    expect(rows.length).toBeGreaterThanOrEqual(25)
    expect(await world.balanceMsat(wallet)).toBe(1_000_000 - rows.length * 1007)
  })

  test('frequent polling during a slow payment books one fee and creates one event (A19)', async () => {
    const { world } = sends
    const wallet = await world.openWallet(1000)
    const { bolt11, hash } = await sends.invoice(100_000, { pay: [{ do: 'settle', ms: 100, fee_msat: 700 }] })
    const sending = watch(world.send(wallet, bolt11))
    const statuses = new Set<number>()
    await until('the payment is paid and the sender has its answer', async () => {
      world.advance(1)
      const asked = times(10, () => world.call('GET', `/api/v1/payments/${hash}`, { key: wallet.invoiceKey }))
      await Promise.all([asked, world.tick(), world.tick()])
      for (const { status } of await asked) statuses.add(status)
      return sending.state() === 'answered' && statuses.has(200)
    })
    // Before the reservation is committed there is no such payment.
    expect([...statuses].filter((status) => status !== 404)).toEqual([200])
    const id: string = sending.value()?.body.checking_id
    expect(await sends.postingsOf(id)).toEqual([
      { kind: 'reserve', amount: 102_000n },
      { kind: 'send', amount: 100_700n },
      { kind: 'release', amount: 1300n },
    ])
    expect(await sends.eventsOf(id)).toEqual(['payment-sent'])
  })

  test('a payment answered with 201 can be read immediately, and the balance shows it (A20)', async () => {
    const { world } = sends
    const wallet = await world.openWallet(1000)
    for (let round = 1; round <= 50; round += 1) {
      const { bolt11, hash } = await sends.invoice(1000)
      const sent = await world.send(wallet, bolt11)
      const asked = await world.call('GET', `/api/v1/payments/${sent.body.checking_id}`, { key: wallet.invoiceKey })
      expect([sent.status, asked.status, asked.body.details.payment_hash]).toEqual([201, 200, hash])
      expect(await world.balanceMsat(wallet)).toBe(1_000_000 - round * 1000)
    }
  })

  test('payment and reserve are stored before the node is called (A20)', async () => {
    const { world } = sends
    const wallet = await world.openWallet(1000)
    const { bolt11, hash } = await sends.invoice(100_000, { pay: [{ do: 'barrier', name: 'stored-before' }] })
    const sending = world.send(wallet, bolt11)
    await sends.nodeIsAsked(hash)
    expect((await sends.statusOf(wallet, hash)).status).toBe('pending')
    expect(await world.balanceMsat(wallet)).toBe(898_000)
    await sends.sendControl('POST /release', { name: 'stored-before' })
    expect((await sending).status).toBe(201)
    expect(await sends.followed(wallet, hash)).toBe('success')
  })

  const login = { username: ADMIN.SUPER_USER_USERNAME, password: ADMIN.SUPER_USER_PASSWORD }

  async function listen(): Promise<number> {
    await sends.world.app.listen({ host: '127.0.0.1', port: 0 })
    const address = sends.world.app.server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  }
})

/** Resolves when everything is written; the answer is not read. */
function sendOver(port: number, key: string, bolt11: string): Promise<Socket> {
  const body = JSON.stringify({ out: true, bolt11 })
  const head = [
    'POST /api/v1/payments HTTP/1.1',
    'host: satchel',
    `x-api-key: ${key}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
  ]
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`${head.join('\r\n')}\r\n\r\n${body}`, () => resolve(socket))
    })
    socket.on('error', reject)
  })
}
