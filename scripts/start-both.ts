// `npm start`: the price aggregator and the wallet service in one process. What follows `npm start --` is the wallet
// service's: `--new`.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runService } from '@satchel/http/serve'
import type { OwnPrices } from '../services/wallet/src/rates/read-own-prices.ts'
import { withStartPorts } from './start-ports.ts'

const configured = await configuredEnvironment()
const ofStart = withStartPorts(configured)
let ownPrices: OwnPrices | undefined

await runService('price aggregator', async () => {
  const { startPrices } = await import('../services/price-aggregator/src/start-prices.ts')
  const prices = await startPrices({ ...process.env, ...ofStart.prices })
  if (!configured['PRICE_AGGREGATOR_URL']?.trim()) ownPrices = prices
})
await runService('wallet service', async () => {
  const { startWallet } = await import('../services/wallet/src/wiring/start-wallet.ts')
  const environment = { ...process.env, ...ofStart.wallet }
  await startWallet({ environment, args: process.argv.slice(2), ownPrices })
})

/** The ports may be in a file, too. What is wrong with the files is said by the services. */
async function configuredEnvironment() {
  const folder = process.env['SERVICE_CONFIG_FOLDER']?.trim() || '.'
  if (!['.env', 'satchel.toml'].some((file) => existsSync(join(folder, file)))) return process.env
  const { openConfiguration } = await import('@satchel/configuration/open-configuration')
  return openConfiguration(process.env, 'start').then(
    ({ env }) => env,
    () => process.env,
  )
}
