import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DIALECTS } from '../world/test-database.ts'
import { eventually } from './eventually.ts'
import { type CrashStage, expectBooksAtRest, openCrashStage } from './stages/crash-stage.ts'
import { CRASHING_SERVICE, startService } from './stages/service-process.ts'
import type { StageWallet } from './stages/stage-client.ts'

const CRASHING = { entry: CRASHING_SERVICE }
/** More calls than a recovery with the work below makes. */
const MAX_CALLS = 40
/** Each call costs a start of the service, which takes three seconds beside another campaign. */
const MANY_STARTS_MS = 300_000

describe.each(DIALECTS)('kill -9 during recovery, on %s (K11)', (dialect) => {
  let stage: CrashStage
  let payer: StageWallet
  let payee: StageWallet
  beforeAll(async () => {
    // No reconciliation runs in between, so everything unfinished is left to the recovery. With a limit, internal payments take
    // two steps (rule C3).
    const env = { SERVICE_RECONCILE_MS: '3600000', SERVICE_DAILY_LIMIT_WALLET_SATS: '100000000' }
    stage = await openCrashStage(dialect, { ...CRASHING, env })
    payer = await stage.openWallet(1_000_000)
    payee = await stage.openWallet()
  })
  afterAll(() => stage.close())

  const pay = async (step: object): Promise<string> => {
    const invoice = await stage.foreignInvoice(10_000_000)
    await stage.service.sendControl('POST /script', { match: { hash: invoice.hash }, pay: [step] })
    expect((await stage.send(payer, invoice.bolt11)).status).toBe(201)
    return invoice.hash
  }
  const decide = async (method: 'PUT' | 'DELETE', kind: string): Promise<string> => {
    const { payment_hash: held } = await stage.invoice(payee, 300, { hold: true })
    await stage.receive(held)
    await eventually('the payment is held', async () => (await stage.stateOf(held)) === 'held')
    await stage.service.sendControl('POST /script', {
      match: { hash: held },
      [kind]: [{ do: 'barrier', name: held }, 'ok'],
    })
    void stage.service.call(method, `/api/v1/payments/${held}`, { key: payee.adminKey }).catch(() => undefined)
    await eventually('the decision stands', async () => ((await stage.stateOf(held)) ?? '').endsWith('ling'))
    return held
  }

  test(
    'a recovery that is killed again and again completes, and everything is booked once',
    async () => {
      const [paid, got] = [await stage.balanceMsat(payer), await stage.balanceMsat(payee)]
      const lost = { do: 'timeout_then_settle', ms: 1, fee_msat: 1000 }
      const sent = [await pay(lost), await pay(lost), await pay(lost)]
      const failed = [await pay({ do: 'throw', truth: 'failed' }), await pay({ do: 'hang_then_fail', ms: 1 })]
      const open = await pay({ do: 'hang' })
      const [settling, cancelling] = [await decide('PUT', 'settle'), await decide('DELETE', 'cancel')]
      const unheard = await stage.invoice(payee, 70)
      await stage.receive(unheard.payment_hash, { notify: 'none' })
      const inside = await stage.invoice(payee, 500)
      const reserved = await stage.foreignInvoice(10_000_000)
      await stage.dies('after begin-internal', () => stage.send(payer, inside.bolt11))
      let deaths = 0
      for (let nth = 1; nth < MAX_CALLS; nth += 1) {
        const env = { CRASH_AT: `${nth % 2 === 0 ? 'before' : 'after'} any ${nth}` }
        const service = await startService({ place: stage.place, ...CRASHING, env }).catch(() => undefined)
        await service?.kill()
        await expectBooksAtRest(stage.place)
        if (service !== undefined) break
        deaths += 1
      }
      expect(deaths).toBeGreaterThan(3)
      await stage.restart(CRASHING)
      await stage.dies('after open-send', () => stage.send(payer, reserved.bolt11))
      await stage.restart()
      for (const id of sent) await ends(payer, id, 'success')
      for (const id of [...failed, reserved.hash]) await ends(payer, id, 'failed')
      for (const id of [settling, unheard.payment_hash, inside.payment_hash]) await ends(payee, id, 'success')
      await ends(payee, cancelling, 'failed')
      expect(await stage.statusOf(payer, open)).toBe('pending')
      expect((await stage.balanceMsat(payee)) - got).toBe(870_000)
      expect(paid - (await stage.balanceMsat(payer))).toBe(3 * 10_001_000 + 10_100_000 + 500_000)
      await stage.service.sendControl('POST /fail', { hash: open })
      await ends(payer, open, 'failed')
      await stage.expectSound(true)
      process.stdout.write(`K11 on ${dialect}: died ${deaths} times during recovery\n`)
    },
    MANY_STARTS_MS,
  )
  const ends = (wallet: StageWallet, id: string, status: string) =>
    eventually(`${id} is ${status}`, async () => (await stage.statusOf(wallet, id)) === status, 40_000)
})
