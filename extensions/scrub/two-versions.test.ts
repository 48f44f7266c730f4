import { expect, onTestFinished, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { openLnurlService } from '../../services/wallet/test/world/lnurl-service.ts'
import { openWorld } from '../../services/wallet/test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { writeDirectly } from '../../services/wallet/test/world/write-directly.ts'
import { SCRUB } from './scrub.ts'

interface JobData {
  readonly state: string
  readonly open?: string
}

/** A wallet that is scrubbed to another service. */
async function open(dialect: (typeof LOGIC_DIALECTS)[number]) {
  const world = await openWorld({ dialect, builtIns: [SCRUB] })
  onTestFinished(() => world.close())
  const [wallet, payer] = [await world.openWallet(100), await world.openWallet(10_000)]
  await activateExtension(world, wallet, 'scrub')
  const service = await openLnurlService(world)
  const body = { description: 'All', payoraddress: `all@${service.host}` }
  const { body: made } = await world.call('POST', '/scrub/api/v1/', { key: wallet.adminKey, body })
  const receive = async (sats: number) => world.send(payer, (await world.invoice(wallet, sats)).payment_request)
  const totals = async () => {
    const { body: now } = await world.call('GET', `/scrub/api/v1/${made.id}`, { key: wallet.adminKey })
    return { forwarded: now.forwarded_total as number, held: now.held_total as number }
  }
  const jobs = (): Promise<JobData[]> =>
    world.db.list(
      `SELECT data FROM extension_rows WHERE ext_id = 'scrub' AND kind = 'jobs' ORDER BY seq`,
      [],
      (row: { data: string }) => JSON.parse(row.data) as JobData,
    )
  /** Runs the service until the condition holds; the clock stands still. */
  const until = <T>(read: () => Promise<T>) =>
    expect.poll(
      async () => {
        await world.tick()
        return read()
      },
      { timeout: 60_000 },
    )
  return { world, service, receive, totals, jobs, until }
}

test.each(LOGIC_DIALECTS)(
  'a payout in flight is not among those that a process of an older version sends again, on %s',
  async (dialect) => {
    const { world, service, receive, totals, jobs, until } = await open(dialect)
    const gate = Promise.withResolvers<void>()
    service.before = () => gate.promise
    await receive(100)
    const ticking = world.tick()
    // An older version sends rows with `open` again.
    await expect.poll(jobs, { timeout: 60_000 }).toMatchObject([{ state: 'sending', counted: true }])
    expect((await jobs())[0]).not.toHaveProperty('open')
    expect(await totals()).toEqual({ forwarded: 0, held: 100 })
    gate.resolve()
    await ticking
    await until(totals).toEqual({ forwarded: 100, held: 0 })

    service.refusal = 'Closed'
    await receive(200)
    await until(jobs).toMatchObject([{ state: 'sent' }, { state: 'waiting', open: expect.any(String) }])
    expect((await jobs())[1]).not.toHaveProperty('counted')
    expect(await totals()).toEqual({ forwarded: 100, held: 200 })
    service.refusal = undefined
    world.advance(60)
    await until(totals).toEqual({ forwarded: 300, held: 0 })
    expect((await jobs()).map(({ state }) => state)).toEqual(['sent', 'sent'])
  },
)

test('a payout that another version has noted as sent, and left open, is not sent again', async () => {
  const { world, service, receive, totals, jobs, until } = await open('sqlite')
  service.refusal = 'Closed'
  await receive(100)
  await until(jobs).toMatchObject([{ state: 'waiting' }])
  const [job] = await jobs()
  const sent = JSON.stringify({ ...job, state: 'sent', retry: undefined })
  await writeDirectly(world, `UPDATE extension_rows SET data = '${sent}' WHERE ext_id = 'scrub' AND kind = 'jobs'`)
  service.refusal = undefined
  await receive(300)
  await until(async () => (await totals()).forwarded).toBe(300)
  expect(service.invoices).toHaveLength(1)
})
