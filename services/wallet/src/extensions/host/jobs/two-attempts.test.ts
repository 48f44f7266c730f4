import { msat } from '@satchel/money/units'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { openJarWorld } from '../../../../test/world/extensions/open-jar-world.ts'
import { openLnurlService } from '../../../../test/world/lnurl-service.ts'
import type { World } from '../../../../test/world/open-world.ts'
import { DIALECTS } from '../../../../test/world/test-database.ts'
import { openSend } from '../../../payments/sending/send-commands.ts'
import { beginIntent } from '../stores/intent-commands.ts'

/** Two attempts of one payout wait for its payee, because the clock went forward by more than a lease. */
async function openTwoAttempts(dialect: (typeof DIALECTS)[number]) {
  const jar = await openJarWorld(dialect)
  onTestFinished(() => jar.close())
  const { world, owner } = jar
  const payee = await openLnurlService(world)
  const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let asked = 0
  payee.before = () => answers[asked++]?.promise ?? Promise.resolve()
  const { id } = await jar.make({ most: 100 })
  const first = world.call('POST', `/jar/api/v1/${id}/empty`, {
    key: owner.adminKey,
    body: { target: payee.url('/pay'), sats: 60, key: `${id} 1` },
  })
  await expect.poll(() => asked).toBe(1)
  world.advance(61)
  const beside = dialect === 'postgres' ? await world.openBeside() : world
  const second = beside.tick()
  await expect.poll(() => asked).toBe(2)
  return { world, payee, answers, first, second }
}

const listOf = (world: World, sql: string): Promise<string[]> =>
  world.db.list(sql, [], ({ state }: { state: string }) => state)
const intents = (world: World) => listOf(world, 'SELECT state FROM extension_intents')
const sends = (world: World) => listOf(world, `SELECT status AS state FROM payments WHERE direction = 'out'`)

describe.each(DIALECTS)('a payout that is attempted twice at once, on %s', (dialect) => {
  let world: World
  afterEach(async () => {
    expect(await world.violations()).toEqual([])
  })

  test('is paid, if the attempt that has lost its lease is rejected', async () => {
    const both = await openTwoAttempts(dialect)
    world = both.world
    both.payee.refusal = 'sold out'
    both.answers[0]?.resolve()
    await both.first
    expect(await intents(world)).toEqual(['reserved'])
    both.payee.refusal = undefined
    both.answers[1]?.resolve()
    await both.second
    await world.tick()
    expect([await intents(world), await sends(world)]).toEqual([['paid'], ['success']])
  })

  test('fails and is not paid, if the attempt that has the lease is rejected', async () => {
    const both = await openTwoAttempts(dialect)
    world = both.world
    both.payee.refusal = 'sold out'
    both.answers[1]?.resolve()
    await both.second
    expect(await intents(world)).toEqual(['failed'])
    both.payee.refusal = undefined
    both.answers[0]?.resolve()
    await both.first
    await world.tick()
    expect([await intents(world), await sends(world)]).toEqual([['failed'], []])
  })

  test('no payment is made for an intent that has ended', async () => {
    const both = await openTwoAttempts(dialect)
    world = both.world
    both.payee.refusal = 'sold out'
    for (const answer of both.answers) answer.resolve()
    await Promise.all([both.first, both.second])
    const [intent] = await world.db.list(
      'SELECT id, wallet_id FROM extension_intents',
      [],
      (row: { id: string; wallet_id: string }) => row,
    )
    const now = world.nowSeconds()
    const paying = world.db.transact(openSend, {
      payment: {
        checkingId: intent?.id ?? '',
        walletId: intent?.wallet_id ?? '',
        direction: 'out',
        state: 'reserved',
        paymentHash: 'ab'.repeat(32),
        bolt11: '',
        amountMsat: msat(60_000),
        feeLimitMsat: msat(0),
        sourceId: 1,
        createdAt: now,
        expiresAt: now + 3600,
      },
      caps: { perWallet: 10, overall: 10 },
      claim: undefined,
      limits: [],
      alongside: [beginIntent(intent?.id ?? '')],
    })
    await expect(paying).rejects.toThrow('expected 1 rows to change')
    expect(await sends(world)).toEqual([])
  })
})
