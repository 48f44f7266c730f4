import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { type Operator, openOperator } from '../../services/wallet/test/world/accounts/open-operator.ts'
import type { WorldWallet } from '../../services/wallet/test/world/open-world.ts'
import { writeDirectly } from '../../services/wallet/test/world/write-directly.ts'
import { hasPromtool, promtool } from './promtool.ts'

/** The alert rules on the metrics of the service, minute by minute of its own clock. */
const RULES = fileURLToPath(new URL('../../ops/prometheus/alerts.yml', import.meta.url))
const MINUTES = 75

test.skipIf(!hasPromtool)('an hour of mixed load raises no alert', async () => {
  const operator = await openOperator('sqlite')
  const [first, second] = [await operator.world.openWallet(1_000_000), await operator.world.openWallet(1_000_000)]
  const series = await recordHour(operator, [first, second], () => undefined)
  // Otherwise nothing was measured, and the absence of alerts proves nothing.
  expect(series.get('satchel_payments_pending{direction="in",state="open"}')?.at(-1)).not.toBe('_')
  expect(Number(series.get('satchel_database_commits_total')?.at(-1))).toBeGreaterThan(MINUTES)
  expect(await firingAt(series, MINUTES - 1, [])).toContain('SUCCESS')
  for (let minute = 5; minute < MINUTES; minute += 5) expect(await firingAt(series, minute, [])).toContain('SUCCESS')
})

test.skipIf(!hasPromtool)('a halt, wrong books, a node that is down and a stuck payment raise theirs', async () => {
  const operator = await openOperator('sqlite')
  const wallet = await operator.world.openWallet(1_000_000)
  const troubles = new Map<number, () => unknown>([
    [1, () => operator.sendHanging(wallet, 5_000_000)],
    [10, () => operator.world.node.sendControl('POST /down', { mode: 'refuse' })],
    [20, () => operator.ask('PUT', '/api/v1/admin/halt', { halted: true, reason: 'a test' })],
    [30, () => writeDirectly(operator.world, `UPDATE balances SET available_msat = available_msat + 1`)],
  ])
  const series = await recordHour(operator, [], (minute) => troubles.get(minute)?.())
  expect(await firingAt(series, 9, [])).toContain('SUCCESS')
  const firing = [
    // An alarm about wrong books.
    'SatchelAlarmOpen',
    'SatchelBooksWrong',
    'SatchelNodeAway',
    'SatchelNodeTrouble',
    'SatchelPaymentStuck',
    'SatchelPaymentsHalted',
    // The node is down.
    'SatchelReceiptsNotSwept',
  ]
  expect(await firingAt(series, MINUTES - 1, firing)).toContain('SUCCESS')
})

type Series = Map<string, string[]>

/** The values of `/metrics` after each minute; '_' if a series is absent, as in Prometheus. */
async function recordHour(
  { world }: Operator,
  wallets: readonly WorldWallet[],
  happens: (minute: number) => unknown,
): Promise<Series> {
  onTestFinished(() => world.close())
  const series: Series = new Map([['up{job="satchel"}', Array.from({ length: MINUTES }, () => '1')]])
  for (let minute = 0; minute < MINUTES; minute += 1) {
    await happens(minute)
    if (wallets.length > 0) await mixedMinute(world, wallets, minute)
    world.advance(60)
    await world.tick()
    if (minute % 10 === 0) await world.service.checkBooks()
    await world.service.measure()
    const text = String((await world.call('GET', '/metrics')).body)
    for (const [, name = '', value = ''] of text.matchAll(/^(satchel_\w+(?:\{[^}]*\})?) (\S+)$/gm)) {
      const values = series.get(name) ?? Array.from({ length: minute }, () => '_')
      series.set(name, [...values, value])
    }
    for (const [name, values] of series) if (values.length <= minute) series.set(name, [...values, '_'])
  }
  return series
}

/** Out, in, inside, one that fails, and an invoice that stays unpaid. */
async function mixedMinute(world: Operator['world'], wallets: readonly WorldWallet[], minute: number): Promise<void> {
  const [payer, payee] = [wallets[minute % 2], wallets[(minute + 1) % 2]] as [WorldWallet, WorldWallet]
  const inside = await world.invoice(payee, 10)
  expect((await world.send(payer, inside.bolt11)).status).toBe(201)
  const outside = await world.foreignInvoice(5000)
  if (minute % 5 === 0) await world.node.sendControl('POST /script', { match: { hash: outside.hash }, pay: ['fail'] })
  await world.send(payer, outside.bolt11)
  const received = await world.invoice(payee, 20)
  await world.node.sendControl('POST /receive', { hash: received.payment_hash })
  await world.invoice(payee, 30)
}

/** promtool's format: the alerts that are raised at that minute, and no others. */
async function firingAt(series: Series, minute: number, names: readonly string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-alerts-'))
  try {
    const file = join(folder, 'hour.json')
    writeFileSync(
      file,
      // JSON is YAML.
      JSON.stringify({
        rule_files: [RULES],
        evaluation_interval: '1m',
        tests: [
          {
            interval: '1m',
            input_series: [...series].map(([name, values]) => ({ series: name, values: values.join(' ') })),
            promql_expr_test: [
              {
                expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
                eval_time: `${minute}m`,
                exp_samples: names.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 })),
              },
            ],
          },
        ],
      }),
    )
    return await promtool('test', 'rules', file)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
