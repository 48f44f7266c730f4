import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Environment } from '@satchel/http/environment'
import { type Log, SILENT_LOG } from '@satchel/http/log'
import { createPriceAggregator, type PriceAggregator } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { type MockExchanges, startMockExchanges } from './mock-exchanges.ts'

export interface PricesWorld {
  readonly mocks: MockExchanges
  readonly aggregator: PriceAggregator
  readonly app: PriceAggregator['app']
  readonly folder: string
  /** Unix ms; stands still until a test moves it. */
  now: number
  /** Ends the service and starts it again on the same folder and exchanges. */
  restart(env?: Environment): Promise<void>
  close(): Promise<void>
}

export interface PricesWorldOptions {
  readonly env?: Environment
  readonly log?: Log
  /** Deadline of every request to an exchange; short, so that exchanges that hang cost little. */
  readonly timeoutSeconds?: number
  /** Shared by several worlds; they must not close it. */
  readonly mocks?: MockExchanges
}

export const START = Date.parse('2026-11-20T12:00:00.000Z')

/** The real service against the seven mock exchanges, with a clock that stands still and no cycle run yet. */
export async function openPrices(options: PricesWorldOptions = {}): Promise<PricesWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'satchel-prices-'))
  const mocks = options.mocks ?? (await startMockExchanges({ now: () => START }))
  const state = { now: START }
  const start = async (env: Environment = {}): Promise<PriceAggregator> => {
    const { sources } = mocks.exchangesFile()
    const timed = sources.map((source) => ({ ...source, timeout_seconds: options.timeoutSeconds ?? 2 }))
    const file = join(folder, 'exchanges.json')
    await writeFile(file, JSON.stringify({ sources: timed }))
    const read = readConfig({
      EXCHANGES_FILE: file,
      PRICES_DATA_FOLDER: folder,
      ACCESS_LOG: 'off',
      ...options.env,
      ...env,
    })
    if ('problems' in read) throw new Error(read.problems.join('\n'))
    const aggregator = await createPriceAggregator({
      config: read.config,
      log: options.log ?? SILENT_LOG,
      now: () => state.now,
      sleep: (ms, signal) => delay(ms, undefined, { signal }).catch(() => undefined),
      random: () => 0.5,
      processMetrics: false,
    })
    await aggregator.app.ready()
    return aggregator
  }
  let aggregator = await start()
  return {
    mocks,
    folder,
    get aggregator() {
      return aggregator
    },
    get app() {
      return aggregator.app
    },
    get now() {
      return state.now
    },
    set now(value) {
      state.now = value
    },
    async restart(env) {
      await stop(aggregator)
      aggregator = await start(env)
    },
    async close() {
      await stop(aggregator)
      if (options.mocks === undefined) await mocks.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Closes the server and waits for the files: an aborted poll does nothing else. */
async function stop(aggregator: PriceAggregator): Promise<void> {
  await aggregator.app.close()
  await aggregator.poll(AbortSignal.abort())
}
