// `npm start`: the price aggregator and the wallet service, wired to each other. When one ends, so does the other.
import { spawn } from 'node:child_process'

const pricesPort = process.env.PRICES_PORT ?? '5001'
const host = process.env.HOST ?? '127.0.0.1'
// A service that listens everywhere is reached on loopback.
const reachable = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host

const prices = start('services/price-aggregator/src/main.ts', { PORT: pricesPort })
const wallet = start(
  'services/wallet/src/main.ts',
  {
    PORT: process.env.PORT ?? '5000',
    PRICE_AGGREGATOR_URL: process.env.PRICE_AGGREGATOR_URL ?? `http://${reachable}:${pricesPort}`,
  },
  // What follows `npm start --` is the wallet service's: `--new`.
  process.argv.slice(2),
)
const children = [prices, wallet]
let worst = 0
let stopping = false

for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => stopInOrder(signal))
for (const child of children) {
  child.on('exit', (code) => {
    worst = Math.max(worst, code ?? 1)
    if (children.every(hasEnded)) process.exit(worst)
    if (!stopping || child === wallet) children.forEach((other) => other.kill('SIGTERM'))
    stopping = true
  })
}

/** The wallet service first: until its last answer it may ask for prices. A second signal ends both. */
function stopInOrder(signal) {
  if (stopping || hasEnded(wallet)) children.forEach((child) => child.kill(signal))
  else wallet.kill(signal)
  stopping = true
}

function hasEnded(child) {
  return child.exitCode !== null || child.signalCode !== null
}

function start(main, env, args = []) {
  return spawn(process.execPath, ['--import', './scripts/when-parent-ends.mjs', main, ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
}
