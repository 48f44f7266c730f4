import { whole } from '@satchel/configuration/variables/variable'

export const PRICES_PORT = whole('PRICES_PORT', [5001, 1, 65_535], 'Port of the price aggregator below `npm start`.', {
  by: ['start'],
})

/** What `npm start` sets for its two services, from the environment and the files: their ports, and where prices come from. */
export function withStartPorts(env: Readonly<Record<string, string | undefined>>) {
  const pricesPort = env[PRICES_PORT.name]?.trim() || String(PRICES_PORT.default)
  const host = env['HOST']?.trim() || '127.0.0.1'
  // A service that listens everywhere is reached on loopback.
  const reachable = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  return {
    prices: { PORT: pricesPort },
    wallet: {
      PORT: env['PORT']?.trim() || '5000',
      PRICE_AGGREGATOR_URL: env['PRICE_AGGREGATOR_URL']?.trim() || `http://${reachable}:${pricesPort}`,
    },
  }
}
