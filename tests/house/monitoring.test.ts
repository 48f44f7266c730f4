import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../../services/wallet/test/world/open-world.ts'

const read = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../ops/${path}`, import.meta.url)), 'utf8')

let world: World
let known: ReadonlySet<string>
beforeAll(async () => {
  world = await openWorld({ dialect: 'sqlite' })
  await world.tick()
  await world.service.checkBooks()
  await world.service.measure()
  const text = String((await world.call('GET', '/metrics')).body)
  known = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name))
})
afterAll(() => world.close())

/** Names that look like metrics; a histogram has three. */
const metricsOf = (text: string): readonly string[] =>
  [...new Set(text.match(/\b(?:satchel|http|process|nodejs)_\w+/g))].map((name) =>
    name.replace(/^(http\w+?)_(?:bucket|count|sum)$/, '$1'),
  )

/** Metrics of prom-client, which worlds do not load; its own tests check them. */
const OF_THE_PROCESS = /^(process|nodejs)_/

test.each(['prometheus/alerts.yml', 'prometheus/alerts.test.yml', 'grafana/satchel.json'])(
  'every metric that %s uses exists at /metrics',
  (path) => {
    const used = metricsOf(read(path)).filter((name) => !OF_THE_PROCESS.test(name))
    expect(used.length).toBeGreaterThan(8)
    expect(used.filter((name) => !known.has(name))).toEqual([])
  },
)

test('every alert has a test that raises it, and one that does not', () => {
  const alerts = [...read('prometheus/alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)
  const tests = read('prometheus/alerts.test.yml')
  expect(alerts.length).toBeGreaterThan(6)
  for (const name of alerts) {
    expect(tests).toContain(`name: ${name} fires`)
    expect(tests.split(`alertname: ${name}\n`).length - 1, name).toBe(3)
  }
})

test('the dashboard shows every metric of money', () => {
  const dashboard = read('grafana/satchel.json')
  const money = [...known].filter((name) => /^satchel_(payments|alarms|liabilities|books|node_b|node_d)/.test(name))
  expect(money.length).toBeGreaterThan(7)
  expect(money.filter((name) => !dashboard.includes(name))).toEqual([])
})
