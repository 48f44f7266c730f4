import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { createControlServer } from './control-server.ts'
import { startMockExchanges } from './mock-exchanges.ts'
import { createMovingPrices } from './moving-prices.ts'

const DEFAULT_FIRST_PORT = 5101
const LAST_FIRST_PORT = 65_535 - 6

try {
  await run(readFirstPort(process.argv[2]), process.env['MOCK_EXCHANGES_FILE'] || 'data/mock-exchanges.json')
} catch (error) {
  console.error(toSentence(error as NodeJS.ErrnoException))
  process.exit(1)
}

async function run(firstPort: number, file: string): Promise<void> {
  const mocks = await startMockExchanges({ firstPort })
  const moving = createMovingPrices(mocks)
  const control = createControlServer({ mocks, moving })
  await new Promise<void>((resolve, reject) => {
    control.once('error', reject)
    control.listen(firstPort - 1, '127.0.0.1', resolve)
  })
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(mocks.exchangesFile(), null, 2)}\n`)
  setInterval(() => moving.step(), 1000)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(0))
  console.log(banner(firstPort, file))
}

function readFirstPort(text: string | undefined): number {
  if (text === undefined) return DEFAULT_FIRST_PORT
  const port = Number(text)
  if (/^\d+$/.test(text) && port >= 2 && port <= LAST_FIRST_PORT) return port
  throw new Error(`The first port must be a whole number from 2 to ${LAST_FIRST_PORT}, not "${text}".`)
}

function toSentence(error: NodeJS.ErrnoException & { port?: number }): string {
  if (error.code === 'EADDRINUSE') {
    return `Port ${error.port} is in use: name another first port, as in node services/price-aggregator/mock/main.ts 6101.`
  }
  if (error.code === 'EACCES' && error.port !== undefined) {
    return `Port ${error.port} may not be used by this account: name a first port above 1024.`
  }
  return error.message
}

function banner(firstPort: number, file: string): string {
  const control = `http://127.0.0.1:${firstPort - 1}`
  return [
    `Mock exchanges on http://127.0.0.1:${firstPort} to ${firstPort + 6}, control on ${control}.`,
    `Wrote ${file}. Now run:`,
    '',
    `  EXCHANGES_FILE=${file} FETCH_INTERVAL_SECONDS=2 npm run prices`,
    '',
    'See what they can do, make one misbehave, set a price:',
    '',
    `  curl ${control}/`,
    `  curl ${control}/control -d '{"source":"source_a","misbehaviour":"never-answers"}'`,
    `  curl ${control}/control -d '{"source":"source_a","misbehaviour":null}'`,
    `  curl ${control}/price -d '{"source":"source_b","currency":"USD","price":99000}'`,
  ].join('\n')
}
