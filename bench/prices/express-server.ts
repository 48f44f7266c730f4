import { readFileSync } from 'node:fs'
import express from 'express'
import type { RecordedAnswer } from './recorded-answers.ts'

interface Rates {
  timestamp: string
  base: string
  rates: Record<string, { median: number }>
}

/** The same three routes in a simple first version: objects in memory, `res.json`, plain numbers. */
function main(): void {
  const recorded = JSON.parse(readFileSync(process.env['BENCH_ANSWERS'] ?? '', 'utf8')) as RecordedAnswer[]
  const { timestamp, base, rates } = JSON.parse(recorded[0]?.body ?? '{}') as Rates
  const app = express()

  app.use((_request, response, next) => {
    response.set('Access-Control-Allow-Origin', '*')
    next()
  })

  app.get('/rates', (_request, response) => {
    response.json({ timestamp, base, rates })
  })

  app.get('/rate/:currency', (request, response) => {
    const currency = request.params.currency.toUpperCase()
    const found = rates[currency]
    if (found === undefined) response.status(404).json({ detail: 'Currency not found' })
    else response.json({ timestamp, base, currency, rates: found })
  })

  app.get('/rate/:currency/:amount', (request, response) => {
    const currency = request.params.currency.toUpperCase()
    const amount = Number(request.params.amount)
    const found = rates[currency]
    if (found === undefined) response.status(404).json({ detail: 'Currency not found' })
    else if (!Number.isFinite(amount)) response.status(422).json({ detail: 'Not a number' })
    else {
      const sats = Math.floor((amount * 100_000_000) / found.median)
      response.json({ timestamp, currency, amount, sats, rate: found.median })
    }
  })

  app.listen(Number(process.env['PORT']), process.env['HOST'] ?? '127.0.0.1')
}

main()
