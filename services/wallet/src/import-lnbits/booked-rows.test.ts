import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ImportedWorld, openImportedWorld } from '../../test/world/lnbits/open-imported-world.ts'
import { hashOf, hex, smallCore } from '../../test/world/lnbits/small-lnbits.ts'
import { LOGIC_DIALECTS } from '../../test/world/test-database.ts'

describe.each(LOGIC_DIALECTS)('how rows of LNbits are booked, on %s', (dialect) => {
  let world: ImportedWorld
  beforeAll(async () => {
    world = await openImportedWorld({ dialect, rows: (now) => ({ core: smallCore(now) }), extensions: [] })
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  test('an amount that no payment explains is a correction with an entry in the audit log', async () => {
    const corrections = async (word: string) =>
      world.db.list(
        `SELECT a.amount_msat, l.detail FROM adjustments a JOIN audit_log l ON l.subject = a.wallet_id
           AND l.action = 'balance-adjusted' AND l.actor = a.made_by WHERE a.id = $1`,
        [`lnbits:rest:${hex(word)}`],
        ({ amount_msat: msat, detail }: { amount_msat: bigint; detail: string }) => [Number(msat), JSON.parse(detail)],
      )
    expect(await corrections('debts')).toEqual([[8000, { amount_msat: 8000, why: expect.any(String) }]])
    expect(await corrections('gone')).toEqual([[-123_000, { amount_msat: -123_000, why: expect.any(String) }]])
    expect(await corrections('halves')).toEqual([])
  })

  interface Row {
    readonly checking_id: string
    readonly wallet_id: string
    readonly direction: string
    readonly peer_id: string | null
    readonly preimage: string | null
    readonly extra: string
    readonly fee_msat: bigint
  }
  const rowsOf = (word: string) =>
    world.db.list(
      `SELECT checking_id, wallet_id, direction, peer_id, preimage, extra, fee_msat FROM payments WHERE payment_hash = $1
         ORDER BY direction`,
      [hashOf(word)],
      (row: Row) => row,
    )
  /** The accounts that a payment moved money between, without the wallets'. */
  const othersOf = async (word: string) => {
    const sql = `SELECT from_account AS f, to_account AS t FROM postings WHERE reference IN
      (SELECT checking_id FROM payments WHERE payment_hash = $1)`
    const found = await world.db.list(sql, [hashOf(word)], ({ f, t }: { f: string; t: string }) => [f, t])
    return found.flat().filter((account) => !account.includes(':'))
  }

  test('payments over the node are booked against the node, and internal ones of LNbits against the adjustments', async () => {
    for (const word of ['coffee', 'outside', 'named like a credit'])
      expect(await othersOf(word), word).toEqual(['node'])
    for (const word of ['credit', 'debit', 'card', 'payer is gone', 'payee is gone']) {
      expect(await othersOf(word), word).toEqual(['adjustments'])
    }
    expect(world.report.changed).toContainEqual({
      kind: 'payments',
      why: expect.stringContaining('arrived at the node'),
      n: 1,
      examples: [hashOf('named like a credit')],
    })
  })

  test('both rows of an internal payment refer to each other, also if a wallet pays itself', async () => {
    for (const [word, payee] of [
      ['inside', 'purse'],
      ['self', 'shop'],
    ] as const) {
      const [received, sent] = await rowsOf(word)
      expect(received, word).toMatchObject({ wallet_id: hex(payee), peer_id: sent?.checking_id })
      expect(sent, word).toMatchObject({ wallet_id: hex('shop'), peer_id: received?.checking_id })
    }
    for (const word of ['payer is gone', 'payee is gone']) {
      expect(await rowsOf(word), word).toMatchObject([{ wallet_id: hex('halves'), peer_id: null }])
    }
  })

  test('of two payments with one hash the older one stays, in whichever table, and the other one is a correction', async () => {
    expect(await rowsOf('twice')).toMatchObject([{ wallet_id: hex('shop') }])
    const found = await world.db.list(
      `SELECT amount_msat FROM adjustments WHERE wallet_id = $1 AND id NOT LIKE 'lnbits:fees:%'`,
      [hex('purse')],
      (row: { amount_msat: bigint }) => Number(row.amount_msat),
    )
    expect(found).toEqual([-5000])
  })

  test('a preimage of zeros counts as none, and broken or huge extras keep the tag and the link', async () => {
    expect(await rowsOf('zeros')).toMatchObject([{ preimage: null }])
    const extraOf = async (word: string) => JSON.parse((await rowsOf(word))[0]?.extra ?? '') as object
    expect(await extraOf('broken')).toEqual({})
    expect(await extraOf('null extra')).toEqual({ tag: 'tpos' })
    expect(await extraOf('huge extra')).toEqual({ tag: 'tpos', link: 'z' })
  })

  test('rows without an amount or a wallet are not imported, and the report counts them', () => {
    expect(world.report.left_out).toEqual(
      expect.arrayContaining([
        { kind: 'payments', why: 'amount 0', n: 1, examples: [] },
        { kind: 'payments', why: 'their wallet is not in LNbits any more', n: 3, examples: [] },
      ]),
    )
  })

  test('an invitation finds the account that had the name or the address in LNbits', async () => {
    const invited = await world.db.list(
      `SELECT u.username, s.status, s.username AS named FROM wallet_shares s JOIN users u ON u.id = s.guest_id
       WHERE s.wallet_id = $1 ORDER BY s.seq`,
      [hex('empty')],
      (row: object) => row,
    )
    expect(invited).toEqual([
      { username: 'Bob-2', status: 'pending', named: 'Bob' },
      { username: 'bob', status: 'pending', named: 'BOB@example.com' },
    ])
  })
})
