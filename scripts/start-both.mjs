// `npm start`: the price aggregator and the wallet service, wired to each other. When one ends, so does the other.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { services } from './commands.mjs'
import { withStartPorts } from './start-ports.ts'

const { prices: ofPrices, wallet: ofWallet } = withStartPorts(await configuredEnvironment())
const prices = start(services.prices, ofPrices)
// What follows `npm start --` is the wallet service's: `--new`.
const wallet = start(services.wallet, ofWallet, process.argv.slice(2))
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

function start(words, env, args = []) {
  return spawn(process.execPath, ['--import', './scripts/when-parent-ends.mjs', ...words, ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
}

/** The ports may be in a file, too. What is wrong with the files is said by the services. */
async function configuredEnvironment() {
  const folder = process.env.SERVICE_CONFIG_FOLDER?.trim() || '.'
  if (!['.env', 'satchel.toml'].some((file) => existsSync(join(folder, file)))) return process.env
  const { openConfiguration } = await import('@satchel/configuration/open-configuration')
  return openConfiguration(process.env, 'start').then(
    ({ env }) => env,
    () => process.env,
  )
}
