import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DIALECTS } from '../world/test-database.ts'
import { eventually } from './eventually.ts'
import { type CrashStage, openCrashStage } from './stages/crash-stage.ts'
import { CRASHING_SERVICE } from './stages/service-process.ts'
import { logIn, type StageWallet } from './stages/stage-client.ts'

const CRASHING = { entry: CRASHING_SERVICE }
const RECEIVED_SAT = 1000
const SHARE_MSAT = 400_000
/** Longer than the lease of a dead process on a job, and than the interval in which payouts of dead processes are polled. */
const PATIENCE_MS = 90_000

/** The commands between a settlement and the end of its payout, in their order. */
const MOMENTS = [
  'before queue-extension-jobs',
  'after queue-extension-jobs',
  'after take-leases',
  'before commit-extension-run',
  'after commit-extension-run',
  'before choose-intent-invoice',
  'after choose-intent-invoice',
  'before closeInvoice',
  'after closeInvoice',
  'before pay-inside-at-once',
  'after pay-inside-at-once',
  'before resolve-intent',
  'after resolve-intent',
]

describe.each(DIALECTS)('kill -9 between a receipt and the payout of its share, on %s', (dialect) => {
  let stage: CrashStage
  let source: StageWallet
  let target: StageWallet
  beforeAll(async () => {
    stage = await openCrashStage(dialect)
    source = await stage.openWallet()
    target = await stage.openWallet()
    const token = await logIn(stage.service)
    const install = { ext_id: 'splitpayments', source_repo: 'builtin' }
    expect((await stage.service.call('POST', '/api/v1/extension', { token, body: install })).status).toBeLessThan(300)
    const share = { target: target.id, percent: 40 }
    const { status } = await stage.service.call('POST', '/splitpayments/api/v1/', { key: source.adminKey, body: share })
    expect(status).toBe(201)
  })
  afterAll(() => stage.close())

  test.each(MOMENTS)(
    'dead %s: the share arrives once',
    async (at) => {
      const [before, had] = [await stage.balanceMsat(target), await stage.balanceMsat(source)]
      const invoice = await stage.invoice(source, RECEIVED_SAT)
      await stage.dies(at, async () => {
        await stage.receive(invoice.payment_hash)
        return { status: 200, headers: {}, body: {} }
      })
      await stage.restart(CRASHING)
      const arrived = async () => (await stage.balanceMsat(target)) - before
      await eventually('the share arrives', async () => (await arrived()) >= SHARE_MSAT, PATIENCE_MS)
      // By now any second payout would have happened.
      await stage.restart(CRASHING)
      await stage.expectSound()
      expect([await arrived(), (await stage.balanceMsat(source)) - had]).toEqual([
        SHARE_MSAT,
        RECEIVED_SAT * 1000 - SHARE_MSAT,
      ])
    },
    PATIENCE_MS + 60_000,
  )
})
