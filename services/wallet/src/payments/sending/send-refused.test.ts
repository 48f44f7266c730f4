import { MUTATIONS } from '@satchel/lightning/simulated/journal/node-calls'
import { describe, expect, test } from 'vitest'
import { driveSends, times } from '../../../test/world/funding/drive-sends.ts'
import type { Answer, WorldWallet } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'

const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const FOREIGN_NETWORKS = ['bc', 'tb', 'tbs', 'sb']

describe.each(DIALECTS)('what cannot be paid, on %s', (dialect) => {
  const sends = driveSends(dialect, { SERVICE_PAY_WAIT_MS: '5000' })

  /** Refused before anything is reserved: no row, no debit, and the node is not asked. */
  async function isRefused(wallet: WorldWallet, bolt11: string, status = 400, more: object = {}): Promise<Answer> {
    const before = await sends.world.balanceMsat(wallet)
    const rows = await sends.rowsOf(wallet)
    const asked = await callsOfAll()
    const answer = await sends.world.send(wallet, bolt11, more)
    expect([answer.status, typeof answer.body.detail], JSON.stringify(answer.body)).toEqual([status, 'string'])
    expect(await sends.world.balanceMsat(wallet)).toBe(before)
    expect(await sends.rowsOf(wallet)).toEqual(rows)
    expect(await callsOfAll()).toBe(asked)
    return answer
  }

  async function callsOfAll(): Promise<number> {
    const { sent, failed, open } = await sends.truth()
    return [...sent, ...failed, ...open].reduce((sum, { calls = 0 }) => sum + calls, 0)
  }

  test('an invoice without an amount needs one, and costs exactly that (A34)', async () => {
    const { world } = sends
    const wallet = await world.openWallet(1000)
    const { bolt11, hash } = await sends.invoice(undefined)
    await isRefused(wallet, bolt11)
    expect((await world.send(wallet, bolt11, { amount: 50 })).status).toBe(201)
    expect(await world.balanceMsat(wallet)).toBe(950_000)
    expect((await sends.truth()).sent.find((row) => row.hash === hash)).toMatchObject({ amount: 50_000, limit: 2000 })
  })

  test('amounts to send are in satoshis: another unit is 422, never read as satoshis', async () => {
    const wallet = await sends.world.openWallet(1000)
    const { bolt11 } = await sends.invoice(undefined)
    await isRefused(wallet, bolt11, 422, { amount: 3, unit: 'EUR' })
    expect((await sends.world.send(wallet, ` ${bolt11}\n`, { amount: 3, unit: 'sat' })).status).toBe(201)
    expect(await sends.world.balanceMsat(wallet)).toBe(997_000)
  })

  test('for an invoice with an amount a different one is 422, the same one is accepted (A34)', async () => {
    const { world } = sends
    const [wallet, payee] = [await world.openWallet(1000), await world.openWallet()]
    const outside = await sends.invoice(50_000)
    const inside = await world.invoice(payee, 50)
    for (const bolt11 of [outside.bolt11, inside.payment_request]) {
      await isRefused(wallet, bolt11, 422, { amount: 49 })
      await isRefused(wallet, bolt11, 422, { amount: 51 })
      expect((await world.send(wallet, bolt11, { amount: 50 })).status).toBe(201)
    }
    await isRefused(wallet, (await sends.invoice(1500)).bolt11, 422, { amount: 1 })
    expect([await world.balanceMsat(wallet), await world.balanceMsat(payee)]).toEqual([900_000, 50_000])
  })

  test.each([0, -1, 1.5, '5', true, [5], 2 ** 53, 9_007_199_254_741, 1e300])(
    '%j is rejected as an amount (A35)',
    async (amount) => {
      const wallet = await sends.world.openWallet(1000)
      await isRefused(wallet, (await sends.invoice(undefined)).bolt11, 422, { amount })
    },
  )

  test.each(['9007199254740993', '1e400', '1.0000000000000001e1', '00', '0x10', 'NaN'])(
    'the text %s in JSON is rejected, never rounded (A35)',
    async (text) => {
      const { world } = sends
      const wallet = await world.openWallet(1000)
      const { bolt11 } = await sends.invoice(undefined)
      const { status } = await world.call('POST', '/api/v1/payments', {
        key: wallet.adminKey,
        headers: { 'content-type': 'application/json' },
        body: `{"out":true,"bolt11":"${bolt11}","amount":${text}}`,
      })
      expect([400, 422]).toContain(status)
      expect(await sends.rowsOf(wallet)).toEqual([])
      expect(await world.balanceMsat(wallet)).toBe(1_000_000)
    },
  )

  test('an amount above the maximum for one payment is 400, wherever it is named (A35)', async () => {
    const { world } = sends
    const wallet = await world.openWallet(9_007_199_254_740)
    await isRefused(wallet, (await sends.invoice(10_000_000_001)).bolt11)
    const open = await sends.invoice(undefined)
    for (const amount of [10_000_001, 9_007_199_254_740]) await isRefused(wallet, open.bolt11, 400, { amount })
    expect((await world.send(wallet, (await sends.invoice(10_000_000_000)).bolt11)).status).toBe(201)
  })

  test('a payment to a wallet whose balance would exceed the largest number is rejected (A35)', async () => {
    const { world } = sends
    const [payer, payee] = [await world.openWallet(1000), await world.openWallet(9_007_199_254_740)]
    const { payment_request: bolt11 } = await world.invoice(payee, 1)
    expect((await world.send(payer, bolt11)).status).toBe(400)
    expect(await world.balanceMsat(payer)).toBe(1_000_000)
    expect(await world.balanceMsat(payee)).toBe(9_007_199_254_740_000)
  })

  test('a cheaper copy of an invoice of ours is rejected, no matter which node signed it, before and after it is paid (A41)', async () => {
    const { world } = sends
    const [wallet, payee] = [await world.openWallet(1000), await world.openWallet()]
    const invoice = await world.invoice(payee, 500)
    const copies = [
      await sends.invoice(1000, undefined, { hash: invoice.payment_hash }),
      await sends.invoice(1000, undefined, { hash: invoice.payment_hash, key: 'own' }),
      await sends.invoice(500_000, undefined, { hash: invoice.payment_hash }),
    ]
    for (const { bolt11 } of copies) await isRefused(wallet, bolt11)
    expect((await sends.statusOf(payee, invoice.payment_hash)).status).toBe('pending')
    expect((await world.send(wallet, invoice.payment_request)).status).toBe(201)
    for (const { bolt11 } of copies) await isRefused(wallet, bolt11)
    expect([await world.balanceMsat(wallet), await world.balanceMsat(payee)]).toEqual([500_000, 500_000])
  })

  test('an invoice of our node that the service never made is rejected (A41)', async () => {
    const wallet = await sends.world.openWallet(1000)
    await isRefused(wallet, (await sends.invoice(1000, undefined, { key: 'own' })).bolt11)
  })

  test('another invoice for a hash that was paid is rejected (A41)', async () => {
    const { world } = sends
    const wallet = await world.openWallet(1000)
    const { bolt11, hash, preimage } = await sends.invoice(1000)
    expect((await world.send(wallet, bolt11)).status).toBe(201)
    await isRefused(wallet, (await sends.invoice(2000, undefined, { preimage })).bolt11)
    expect(await sends.sendsOf(hash)).toEqual({ sends: 1, calls: 1 })
  })

  test.each(MUTATIONS)('an invoice with %s is rejected (A42)', async (mutate) => {
    const wallet = await sends.world.openWallet(1000)
    await isRefused(wallet, (await sends.invoice(10_000, undefined, { mutate })).bolt11)
  })

  test.each(FOREIGN_NETWORKS)('an invoice for the network %s is rejected (A42)', async (hrp) => {
    const wallet = await sends.world.openWallet(1000)
    await isRefused(wallet, (await sends.invoice(10_000, undefined, { hrp })).bolt11)
  })

  test('one wrong character anywhere makes an invoice unpayable (A42)', async () => {
    const { world } = sends
    const wallet = await world.openWallet(1000)
    const { bolt11, hash } = await sends.invoice(10_000)
    const ours = (await world.invoice(await world.openWallet(), 10)).payment_request as string
    const wrong = [bolt11, ours].flatMap((text) =>
      Array.from({ length: 60 }, (_, index) => withWrongCharacter(text, Math.floor((index * text.length) / 60), index)),
    )
    const answers = await times(wrong.length, (index) => world.send(wallet, wrong[index] ?? ''))
    expect(answers.map(({ status }) => status)).toEqual(wrong.map(() => 400))
    expect(await sends.rowsOf(wallet)).toEqual([])
    expect(await sends.sendsOf(hash)).toEqual({ sends: 0, calls: 0 })
    expect((await world.send(wallet, bolt11)).status).toBe(201)
  })

  test('text that is not an invoice is rejected (A42)', async () => {
    const wallet = await sends.world.openWallet(1000)
    const { bolt11 } = await sends.invoice(10_000)
    const texts = [
      'x',
      bolt11.slice(0, -1),
      `${bolt11}q`,
      bolt11.slice(0, 60),
      `${bolt11}${bolt11}`,
      'lno1qqqq',
      'a@b.c',
    ]
    for (const text of [...texts, `lnbcrt1${'q'.repeat(20_000)}`]) {
      const { status } = await sends.world.send(wallet, text)
      expect([400, 422], text.slice(0, 80)).toContain(status)
    }
    expect(await sends.rowsOf(wallet)).toEqual([])
    await isRefused(wallet, '', 422)
  })

  test('an expired invoice is rejected, to the second (A42, A23)', async () => {
    const { world } = sends
    const wallet = await world.openWallet(1000)
    const [late, early] = [
      await sends.invoice(10_000, undefined, { expiry: 60 }),
      await sends.invoice(10_000, undefined, { expiry: 61 }),
    ]
    world.advance(60)
    await isRefused(wallet, late.bolt11)
    expect((await world.send(wallet, early.bolt11)).status).toBe(201)
  })

  test('upper case is the same invoice: paid once, in any letter case (A43)', async () => {
    const { world } = sends
    const [wallet, payee] = [await world.openWallet(1000), await world.openWallet()]
    const outside = await sends.invoice(10_000)
    const inside = await world.invoice(payee, 10)
    for (const bolt11 of [outside.bolt11, inside.payment_request as string]) {
      expect((await world.send(wallet, bolt11.toUpperCase())).status).toBe(201)
      await isRefused(wallet, bolt11)
      await isRefused(wallet, bolt11.toUpperCase())
    }
    expect([await world.balanceMsat(wallet), await world.balanceMsat(payee)]).toEqual([980_000, 10_000])
    expect((await sends.rowsOf(wallet)).map(({ bolt11 }) => bolt11)).toEqual([inside.bolt11, outside.bolt11])
  })

  test('a payment is found by its hash and its id in any letter case (A43)', async () => {
    const { world } = sends
    const wallet = await world.openWallet(1000)
    const { bolt11, hash } = await sends.invoice(10_000)
    const { body } = await world.send(wallet, bolt11)
    for (const id of [hash, body.checking_id]) {
      expect((await sends.statusOf(wallet, id.toUpperCase())).details.checking_id).toBe(body.checking_id)
    }
  })
})

/** Always another character, and of the same alphabet. */
function withWrongCharacter(bolt11: string, at: number, seed: number): string {
  const now = BECH32.indexOf(bolt11.charAt(at))
  const other = BECH32.charAt((now + 1 + (seed % 31)) % 32)
  return bolt11.slice(0, at) + (other === bolt11.charAt(at) ? 'q' : other) + bolt11.slice(at + 1)
}
