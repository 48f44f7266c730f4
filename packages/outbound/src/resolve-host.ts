import { lookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isLocalhostName } from './judge-url.ts'

const LOOPBACK = ['127.0.0.1', '::1']

/**
 * All addresses of a host, from one look-up. Rejects when there are none, and with the signal's reason when it stops.
 * Without a `server` the system's resolver and its hosts file decide; with one, only that DNS server is asked.
 */
export async function resolveHost(
  host: string,
  server: string | undefined,
  stop: AbortSignal,
): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host]
  if (isLocalhostName(host)) return LOOPBACK
  return server === undefined ? askMachine(host, stop) : askServer(host, server, stop)
}

/** A resolver that asks `server` (`ip:port`); a wrong address throws. */
export function resolverFor(server: string): Resolver {
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  resolver.setServers([server])
  return resolver
}

/** The system call cannot be cancelled: on abort its result is ignored. */
async function askMachine(host: string, stop: AbortSignal): Promise<readonly string[]> {
  const stopped = Promise.withResolvers<never>()
  const onStop = () => stopped.reject(stop.reason)
  stop.addEventListener('abort', onStop, { once: true })
  try {
    const answers = await Promise.race([lookup(host, { all: true }), stopped.promise])
    return answers.map(({ address }) => address)
  } finally {
    stop.removeEventListener('abort', onStop)
  }
}

async function askServer(host: string, server: string, stop: AbortSignal): Promise<readonly string[]> {
  const resolver = resolverFor(server)
  const onStop = () => resolver.cancel()
  stop.addEventListener('abort', onStop, { once: true })
  try {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    stop.throwIfAborted()
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    // A name often has only A or only AAAA records; look-up fails when neither query succeeds.
    const refusal = answers.find((answer) => answer.status === 'rejected')
    if (addresses.length === 0) throw refusal?.reason ?? new Error('no addresses')
    return addresses
  } finally {
    stop.removeEventListener('abort', onStop)
  }
}
