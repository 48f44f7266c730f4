import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SILENT_LOG } from '@satchel/http/log'
import { decimalText, parseDecimal } from '@satchel/money/decimal'
import { expect, onTestFinished, test } from 'vitest'
import type { Quote, RateSource } from './rate-source.ts'
import { readReference, withReferenceRates } from './reference-rates.ts'

const DAY_MS = 86_400_000
const NOON = Date.parse('2026-11-30T12:00:00Z')
const rates = (day: string, others = '') => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope><Cube><Cube time='${day}'>
  <Cube currency='USD' rate='1.1575'/><Cube currency='SEK' rate='11.0235'/><Cube currency='JPY' rate='180.62'/>${others}
</Cube></Cube></gesmes:Envelope>`
const textOf = ({ quotes }: RateSource) =>
  Object.fromEntries([...quotes()].map(([currency, { price, at }]) => [currency, `${decimalText(price)} ${at}`]))

/** Prices of exchanges that the test sets, and a server with reference rates that the test writes. */
async function open(body: string) {
  let answer = body
  let now = NOON
  const server = createServer((_request, response) => {
    response.writeHead(answer === '' ? 503 : 200).end(answer)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const known = new Map<string, Quote>()
  const source = withReferenceRates({
    prices: { quotes: () => known, onChange() {}, start() {}, stop: async () => undefined },
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    currencies: ['EUR', 'USD', 'SEK', 'NOK'],
    clock: () => now,
    log: SILENT_LOG,
    everyMs: 10,
  })
  onTestFinished(async () => {
    await source.stop()
    server.closeAllConnections()
    server.close()
  })
  source.start()
  return {
    source,
    price: (currency: string, price: string, at = NOON) =>
      known.set(currency, { price: parseDecimal(price) ?? expect.fail(), at }),
    say: (more: string) => {
      answer = more
    },
    goTo: (at: number) => {
      now = at
    },
  }
}

test('a currency without an exchange has the price in euros times the reference rate, exactly and as old as that price', async () => {
  const { source, price } = await open(rates('2026-11-27'))
  price('EUR', '82200.05', NOON - 5000)
  price('USD', '95000')
  await expect
    .poll(() => textOf(source))
    .toEqual({
      EUR: `82200.05 ${NOON - 5000}`,
      USD: `95000 ${NOON}`,
      SEK: `906132.251175 ${NOON - 5000}`,
    })
  price('EUR', '90000')
  expect(textOf(source)).toMatchObject({ SEK: `992115 ${NOON}` })
})

test('without a price in euros there are only the prices of exchanges', async () => {
  const { source, price } = await open(rates('2026-11-27'))
  let changes = 0
  source.onChange(() => (changes += 1))
  price('USD', '95000')
  await expect.poll(() => changes).toBeGreaterThan(0)
  expect(Object.keys(textOf(source))).toEqual(['USD'])
})

test('reference rates of more than ten days ago give no price', async () => {
  const { source, price, goTo } = await open(rates('2026-11-27'))
  price('EUR', '80000')
  await expect.poll(() => Object.keys(textOf(source))).toContain('SEK')
  goTo(Date.parse('2026-11-27') + 10 * DAY_MS)
  expect(Object.keys(textOf(source))).toContain('SEK')
  goTo(Date.parse('2026-11-27') + 10 * DAY_MS + 1)
  expect(Object.keys(textOf(source))).toEqual(['EUR'])
})

test('an answer without rates keeps the last ones; newer ones replace them', async () => {
  const { source, price, say } = await open('')
  price('EUR', '80000')
  expect(Object.keys(textOf(source))).toEqual(['EUR'])
  say(rates('2026-11-27'))
  await expect.poll(() => textOf(source)['SEK']).toBe(`881880 ${NOON}`)
  say('<html>sorry</html>')
  say(rates('2026-11-30', "<Cube currency='NOK' rate='11.5'/>"))
  await expect.poll(() => textOf(source)['NOK']).toBe(`920000 ${NOON}`)
})

test.each(['', 'x', rates('yesterday'), "<Cube time='2026-11-30'></Cube>"])('%j has no reference rates', (xml) => {
  expect(readReference(xml)).toBeUndefined()
})

test.each(['-1', '0', '0.0', '1e3', 'NaN', '1,5', '', '9'.repeat(40)])('a rate of %j is left out', (rate) => {
  const read = readReference(rates('2026-11-30', `<Cube currency='NOK' rate='${rate}'/>`))
  expect([read?.perEuro.has('NOK'), read?.perEuro.size]).toEqual([false, 3])
})
