import { expect, test } from 'vitest'
import { eventually } from './eventually.ts'
import { BACK_MS, openPostgresLoad } from './load/postgres-load.ts'
import { seededRandom } from './seeded-random.ts'
import { endAllOpen } from './stages/end-all-open.ts'
import { openPostgresStage, type PostgresStage } from './stages/postgres-stage.ts'

/** The full run: CRASHES=50. */
const CRASHES = Number(process.env['CRASHES'] ?? 6)

/** Only commits flush to disk, so a crash loses everything later. */
const LAZY = { wal_writer_delay: '10s' }

test('an invoice answered 201 is stored, although its COMMIT never arrived and the server hands out its transaction id again', async () => {
  const { line, server, readBooks, openWallet, service } = await openPostgresStage({ settings: LAZY, processes: 1 })
  const { invoiceKey } = await openWallet()
  const make = (amount: number) =>
    service.call('POST', '/api/v1/payments', { key: invoiceKey, body: { out: false, amount } })
  const lost: string[] = []
  let acknowledged = 0
  for (let round = 0; round < 6; round += 1) {
    const caught = line.catchNext('COMMIT', { passOn: false })
    const first = make(1000 + round)
    await caught
    await crash({ line, server })
    const answers = await Promise.all([first, ...[1, 2, 3, 4].map(make)])
    for (const { status, body } of answers) {
      if (status !== 201) continue
      acknowledged += 1
      const found = await readBooks((books) =>
        books.rows('SELECT 1 FROM payments WHERE checking_id = $1', [body.checking_id]),
      )
      if (found.length === 0) lost.push(`${body.checking_id} of round ${round}`)
    }
  }
  expect({ lost, acknowledged: acknowledged >= 6 }).toEqual({ lost: [], acknowledged: true })
})

test('a send is made once and paid for once, although the COMMIT of its dispatch never arrived and the server crashed', async () => {
  const current = await openPostgresStage({ settings: LAZY, processes: 1 })
  const { line, server, openWallet, foreignInvoice, send, service, balanceMsat, truth } = current
  const wallet = await openWallet(100_000)
  for (let round = 1; round <= 6; round += 1) {
    const { bolt11, hash } = await foreignInvoice(5_000_000)
    const options = { headers: { 'idempotency-key': `send-${round}` } }
    // The first COMMIT is that of `open-send`.
    const caught = line.catchNext('COMMIT', { passOn: false, skip: 1 })
    const first = send(wallet, bolt11, options)
    await caught
    await crash({ line, server })
    await Promise.all([first, ...[1, 2].map((amount) => current.invoice(wallet, amount).catch(() => undefined))])
    await eventually('the send has an answer', async () => (await send(wallet, bolt11, options)).status < 500)
    await eventually('nothing is pending', async () => (await service.state()).pending_outgoing === 0, 60_000)
    // A caller that received a failure tries again.
    await send(wallet, bolt11)
    expect((await truth()).sent.filter((sent) => sent.hash === hash)).toHaveLength(1)
    await current.expectAgreement(`in round ${round}`)
    expect(await balanceMsat(wallet)).toBe(100_000_000 - round * 5_000_000)
  }
})

test('while the database is unreachable, every request gets a 503 with Retry-After', async () => {
  const { line, server, openWallet, service } = await openPostgresStage({ processes: 1 })
  const wallet = await openWallet(1000)
  const ask = () =>
    Promise.all([
      service.call('GET', '/api/v1/wallet', { key: wallet.invoiceKey }),
      service.call('GET', '/api/v1/payments', { key: wallet.invoiceKey }),
      service.call('POST', '/api/v1/payments', { key: wallet.invoiceKey, body: { out: false, amount: 1 } }),
    ])
  await server.kill()
  line.cut()
  // The client does not know whether the invoice was created.
  const codes = ['database_away', 'database_away', 'outcome_unknown']
  for (const [at, { status, headers, body }] of [...(await ask()), ...(await ask())].entries()) {
    const expected = { detail: expect.stringContaining('database'), code: codes[at % codes.length] }
    expect({ status, body }).toEqual({ status: 503, body: expected })
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  }
  await server.start()
  const answers = await eventually('all are answered', async () => {
    const found = await ask()
    return found.every(({ status }) => status < 300) && found
  })
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 201])
})

const crash = async ({ line, server }: Pick<PostgresStage, 'line' | 'server'>): Promise<void> => {
  await server.kill()
  line.cut()
  await server.start()
}

test(
  `${CRASHES} crashes of PostgreSQL under load behind a slow line: nothing acknowledged is lost, and work goes on by itself`,
  async () => {
    const random = seededRandom('postgres crashes')
    const current = await openPostgresStage({ latencyMs: 5 })
    const { through, load } = await openPostgresLoad(current, random)
    const backMs: number[] = []
    for (let round = 1; round <= CRASHES; round += 1) {
      backMs.push(await through(() => crash(current), `after crash ${round}`))
    }
    process.stdout.write(
      `postgres crashes: ${CRASHES} crashes, ${load.answers} answers, ${load.record.size} acknowledgements kept, ` +
        `receiving and sending again after ${Math.round(Math.max(...backMs))} ms (worst)\n`,
    )
    await endAllOpen(current)
    expect(await current.readBooks((books) => load.record.broken(books, []))).toEqual([])
    expect(Math.max(...backMs)).toBeLessThan(BACK_MS)
    expect(load.wrong).toEqual([])
  },
  300_000 + CRASHES * 30_000,
)
