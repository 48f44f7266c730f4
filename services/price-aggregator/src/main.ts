import { runService } from '@satchel/http/serve'

/** The process: environment in, exit code out. Signals have an effect from here on, not only when all is loaded. */
await runService('price aggregator', async () => (await import('./start-prices.ts')).startPrices(process.env))
