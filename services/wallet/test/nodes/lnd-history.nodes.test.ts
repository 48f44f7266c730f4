import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { eventually } from '../campaigns/eventually.ts'
import { historyStories } from './history-stories.contract.ts'
import { type LndUnderTest, startLndUnderTest } from './lnd-under-test.ts'
import { openNetwork } from './network.ts'
import { findNodePrograms } from './node-programs.ts'
import { openNodeStage } from './node-stage.ts'

const programs = findNodePrograms(process.env)

historyStories({ name: 'LND', programs, file: programs.lnd, variable: 'SATCHEL_TEST_LND', start: startLndUnderTest })

/** The payer claims its money on chain some blocks after the hold has expired; its node needs time for each block. */
const BLOCK_EVERY_MS = 500
const BACK_MS = 240_000
const CLAIM_MS = 600_000

test('a hold whose channel is closed by force, and that LND cannot claim, credits nothing and is named', {
  timeout: CLAIM_MS,
}, async () => {
  let lnd!: LndUnderTest
  const start = async (options: Parameters<typeof startLndUnderTest>[0]): Promise<LndUnderTest> => {
    lnd = await startLndUnderTest(options)
    return lnd
  }
  const network = await openNetwork({ programs, startOurs: start, file: programs.lnd })
  const stage = await openNodeStage(network)
  try {
    const wallet = await stage.openWallet()
    const { bolt11, checking_id: id, payment_hash: hash } = await stage.invoice(wallet, 40_000, { hold: true })
    const paying = stage.payee.pay(bolt11)
    await stage.until(wallet, id, 'held')
    const expiresAt = (await lnd.holdsUntil?.(hash)) ?? 0
    await lnd.forceCloseAll()
    await network.chain.mine(1)
    const settled = await stage.service.call('PUT', `/api/v1/payments/${id}`, { key: wallet.adminKey })
    expect(settled.status).toBe(200)
    const named = await eventually(
      'the operator is notified',
      async () => (await stage.halt()).alarms.find(({ kind }: { kind: string }) => kind === 'hold-unclaimed'),
      60_000,
    )
    expect(named.detail).toMatch(/must claim it before block \d+, and needs coins on chain/)
    expect((await stage.readPayment(wallet, id)).status).toBe('pending')
    let end: string | undefined
    const note = (status: string) => {
      end = status
    }
    paying.then(
      ({ status }) => note(status),
      (error: Error) => note(error.message),
    )
    await network.mine(expiresAt - (await network.chain.height()))
    const isBack = async (): Promise<boolean> => {
      await network.mine(1)
      await pause(BLOCK_EVERY_MS)
      return end !== undefined
    }
    await eventually('the payer has its money back', isBack, BACK_MS)
    expect(end).toBe('FAILED')
    expect(await stage.balanceMsat(wallet)).toBe(0)
    expect((await stage.readPayment(wallet, id)).status).not.toBe('success')
  } finally {
    await stage.close()
    await network.close()
  }
})
