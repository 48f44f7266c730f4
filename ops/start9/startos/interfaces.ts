import type { T } from '@start9labs/start-sdk'
import { sdk } from './sdk'

export const PORT = 5000

export const setInterfaces = sdk.setupInterfaces(async ({ effects }) => {
  const origin = await sdk.MultiHost.of(effects, 'main').bindPort(PORT, { protocol: 'http' })
  const app = sdk.createInterface(effects, {
    id: 'app',
    name: 'Web app and API',
    description: 'Wallets in the browser, and the API for programs',
    type: 'ui',
    masked: false,
    schemeOverride: null,
    username: null,
    path: '',
    query: {},
  })
  return [await origin.export([app])]
})

/** The same question as the health check of the image. */
export const interfaceReady = (effects: T.Effects) =>
  sdk.healthCheck.checkWebUrl(effects, `http://127.0.0.1:${PORT}/ready`, {
    successMessage: 'The services answer',
    errorMessage: 'The services do not answer',
  })
