import { setTimeout as delay } from 'node:timers/promises'
import { openConfiguration } from '@satchel/configuration/open-configuration'
import type { Environment } from '@satchel/http/environment'
import { createLog } from '@satchel/http/log'
import { serve } from '@satchel/http/serve'
import { createPriceAggregator, type PriceAggregator } from './app.ts'
import { readConfig } from './config.ts'

/** The price aggregator in this process, configured, listening and polling. */
export async function startPrices(environment: Environment): Promise<PriceAggregator> {
  const { env, warnings } = await openConfiguration(environment, 'prices')
  const read = readConfig(env)
  if ('problems' in read) throw new Error(read.problems.join('\n  '))
  const { config } = read
  const log = createLog('prices')
  for (const warning of warnings) log.warn({}, warning)
  const polling = new AbortController()
  const aggregator = await createPriceAggregator({
    config,
    log,
    now: Date.now,
    sleep: (ms, signal) => delay(ms, undefined, { signal }).catch(() => undefined),
    random: Math.random,
    processMetrics: true,
  })
  let polled: Promise<void> = Promise.resolve()
  const stop = async (): Promise<void> => {
    polling.abort()
    await polled
  }
  const url = await serve({ app: aggregator.app, host: config.host, port: config.port, log, stop })
  log.info({ url, currencies: config.currencies }, `price aggregator listens on ${url}`)
  log.flush()
  polled = aggregator.poll(polling.signal)
  return aggregator
}
