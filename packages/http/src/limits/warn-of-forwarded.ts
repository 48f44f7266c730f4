import type { HttpApp } from '../http-app.ts'
import type { Log } from '../log.ts'

/**
 * Warns once per process that requests come through an untrusted proxy: all visitors then share one request limit,
 * without another sign of it.
 */
export function warnOfForwarded(app: HttpApp, log: Log): void {
  let warned = false
  app.addHook('onRequest', (request, _reply, done) => {
    if (!warned && isForwardedByStranger(request)) {
      warned = true
      log.warn(
        { peer: request.socket.remoteAddress },
        'X-Forwarded-For is ignored, because its sender is not in SERVICE_TRUSTED_PROXIES: if it is your proxy, add it there, else all its clients share one request limit',
      )
    }
    done()
  })
}

/** With a trusted peer, `ips` includes the addresses of the header. */
export const isForwardedByStranger = ({
  headers,
  ips,
}: {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly ips?: readonly string[] | undefined
}): boolean => (headers['x-forwarded-for'] ?? '').length > 0 && (ips ?? []).length < 2
