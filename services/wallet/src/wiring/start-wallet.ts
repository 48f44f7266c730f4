import { flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { openConfiguration } from '@satchel/configuration/open-configuration'
import type { Environment } from '@satchel/http/environment'
import { createLog } from '@satchel/http/log'
import { serveMetrics } from '@satchel/http/reports/serve-metrics'
import { serve } from '@satchel/http/serve'
import { showSetUpLink } from '../accounts/login/first-install.ts'
import { SIMULATED_NOTICE } from '../admin/status/status.routes.ts'
import { readConfig } from '../config/config.ts'
import { requireDatabase } from '../config/secrets.ts'
import { BUILT_INS } from '../extensions/built-ins.ts'
import type { OwnPrices } from '../rates/read-own-prices.ts'
import { createWalletService } from './app.ts'

/** Written by `scripts/build-web.mjs`. */
const WEB_APP = fileURLToPath(new URL('../../../../apps/web/dist', import.meta.url))

interface WalletStart {
  readonly environment: Environment
  /** `--new`: starts with an empty database although there are keys of one. */
  readonly args: readonly string[]
  /** In place of an aggregator at `PRICE_AGGREGATOR_URL`. */
  readonly ownPrices?: OwnPrices | undefined
}

/** The wallet service in this process, configured and listening. */
export async function startWallet({ environment, args, ownPrices }: WalletStart): Promise<void> {
  if (args.some((arg) => arg !== '--new')) throw new Error('usage: npm run wallet, or npm run wallet -- --new')
  const { env, warnings } = await openConfiguration(environment, 'wallet')
  const read = readConfig(env)
  if ('problems' in read) throw new Error(read.problems.join('\n  '))
  const { config } = read
  requireDatabase(config, args.includes('--new'))
  const log = createLog('wallet')
  for (const warning of [...warnings, ...config.warnings]) log.warn({}, warning)
  const service = await createWalletService({
    config,
    log,
    clock: Date.now,
    processMetrics: true,
    builtIns: BUILT_INS,
    webAppFolder: WEB_APP,
    env,
    ownPrices,
  })
  await Promise.all([service.checkBooks(), service.app.ready()])
  const url = await serve({ app: service.app, host: config.host, port: config.port, log, stop: service.stop })
  if (config.metrics.port !== undefined) {
    const { host, metrics } = config
    await serveMetrics({ ...metrics, host, port: config.metrics.port, metrics: service.metrics }).catch(
      (error: Error) => {
        throw new Error(`SERVICE_METRICS_PORT: cannot listen there (${error.message})`, { cause: error })
      },
    )
  }
  await service.start()
  // The node may be slow or unreachable; payments in flight are followed until it answers.
  service
    .recover()
    .catch((error: unknown) => log.warn({ err: error }, 'recovery failed; the periodic duties continue it'))
  if (service.funding.kind === 'simulated') log.warn({}, SIMULATED_NOTICE)
  log.info({ url, funding: service.funding.kind }, `wallet service listens on ${url}`)
  log.flush()
  const { dataFolder, publicUrl } = config
  await showSetUpLink({ db: service.db, dataFolder }, { publicUrl, terminal: process.stdout })
  // Node writes its compile cache only at a clean exit: the start after a crash would be the slow one.
  flushCompileCache()
}
