import type { TLSSocket } from 'node:tls'
import type { NodeTrouble } from '../port/node-trouble.ts'

/** The certificates that a connection is configured to trust, and their variables. */
export interface TrustedNode {
  readonly baseUrl: string
  /** The variable that holds the address. */
  readonly endpoint?: string | undefined
  readonly certificate?: string | undefined
  readonly authority?: string | undefined
  /** The variable that holds certificate or authority, where this node has one. */
  readonly certificateSetting?: string | undefined
}

/** What the operator must change; `undefined`: the connection failed for another reason than the certificate. */
export function whyUntrusted(
  socket: Pick<TLSSocket, 'authorizationError'> | null | undefined,
  node: TrustedNode,
): NodeTrouble | undefined {
  // A code or text, whatever its type.
  const problem: unknown = socket?.authorizationError
  if (typeof problem !== 'string') return undefined
  const variable = node.certificateSetting ?? node.endpoint
  return { kind: 'certificate_untrusted', variable, detail: describeProblem(problem, node) }
}

function describeProblem(
  problem: string,
  { baseUrl, certificate, authority, certificateSetting }: TrustedNode,
): string {
  const { host } = new URL(baseUrl)
  if (problem === 'CERT_HAS_EXPIRED')
    return `the certificate of ${host} has expired; renew it there, then set the new one`
  if (certificate !== undefined) {
    return `${host} shows another certificate than the one set here: it was renewed, or this is another node (${problem})`
  }
  if (authority !== undefined) return `the authority set here has not signed the certificate of ${host} (${problem})`
  const distrust = `the system does not trust the certificate of ${host} (${problem})`
  return certificateSetting === undefined ? distrust : `not set, and ${distrust}; set the node's certificate`
}
