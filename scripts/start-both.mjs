// `npm start`: the price aggregator and the wallet service, wired to each other. When one ends, so does the other.
import { spawn } from 'node:child_process'

const pricesPort = process.env.PRICES_PORT ?? '5001'
const host = process.env.HOST ?? '127.0.0.1'
// A service that listens everywhere is reached on loopback.
const reachable = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host

const children = [
  start('services/price-aggregator/src/main.ts', { PORT: pricesPort }),
  start(
    'services/wallet/src/main.ts',
    {
      PORT: process.env.PORT ?? '5000',
      PRICE_AGGREGATOR_URL: process.env.PRICE_AGGREGATOR_URL ?? `http://${reachable}:${pricesPort}`,
    },
    // What follows `npm start --` is the wallet service's: `--new`.
    process.argv.slice(2),
  ),
]
let worst = 0
let running = children.length
const stopAll = (signal) => children.forEach((child) => child.kill(signal))

for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => stopAll(signal))
for (const child of children) {
  child.on('exit', (code) => {
    worst = Math.max(worst, code ?? 1)
    running -= 1
    if (running === 0) process.exit(worst)
    stopAll('SIGTERM')
  })
}

function start(main, env, args = []) {
  return spawn(process.execPath, [main, ...args], { stdio: 'inherit', env: { ...process.env, ...env } })
}
