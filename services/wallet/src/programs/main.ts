import { runService } from '@satchel/http/serve'

/** The process: environment in, exit code out. Signals have an effect from here on, not only when all is loaded. */
await runService('wallet service', async () => {
  const { startWallet } = await import('../wiring/start-wallet.ts')
  await startWallet({ environment: process.env, args: process.argv.slice(2) })
})
