import type { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { connect } from 'node:tls'

const TIMEOUT_MS = 10_000

/**
 * The certificate that a server shows now, whether it is trusted or not, for its dates alone: nothing is sent. Rejects if
 * there is no handshake.
 */
export function shownCertificate(url: string): Promise<X509Certificate> {
  const { hostname, port } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const { promise, resolve, reject } = Promise.withResolvers<X509Certificate>()
  const socket = connect({
    host,
    port: port === '' ? 443 : Number(port),
    ...(isIP(host) === 0 && { servername: host }),
    // A node of LDK supports HTTP/2 only.
    ALPNProtocols: ['h2', 'http/1.1'],
    // Accept an expired certificate: the operator must be notified of it.
    rejectUnauthorized: false,
  })
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error(`${host} does not answer`)))
  socket.once('error', reject)
  socket.once('secureConnect', () => {
    const certificate = socket.getPeerX509Certificate()
    // Not broken off: the handshake is complete for the server, too, and its log has no error.
    socket.end()
    if (certificate === undefined) reject(new Error(`${host} shows no certificate`))
    else resolve(certificate)
  })
  return promise
}
