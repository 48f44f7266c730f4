import type { ClientRequest } from 'node:http'
import type { TLSSocket } from 'node:tls'

/** What a connection is configured to trust, and the variable that says so. */
export interface TrustedNode {
  readonly baseUrl: string
  readonly certificate?: string | undefined
  readonly authority?: string | undefined
  readonly certificateSetting?: string | undefined
}

/** What the operator has to change; `undefined`: the connection failed for another reason than the certificate. */
export function whyUntrusted(request: ClientRequest, node: TrustedNode): string | undefined {
  const socket = request.socket as TLSSocket | null
  // A code or words, whatever its type says.
  const problem: unknown = socket?.authorizationError
  if (typeof problem !== 'string') return undefined
  const setting = node.certificateSetting === undefined ? '' : `${node.certificateSetting}: `
  return setting + describeProblem(problem, node)
}

function describeProblem(problem: string, { baseUrl, certificate, authority }: TrustedNode): string {
  const { host } = new URL(baseUrl)
  if (problem === 'CERT_HAS_EXPIRED')
    return `the certificate of ${host} has expired; renew it there, then set the new one`
  if (certificate !== undefined) {
    return `${host} shows another certificate than the one set here: it was renewed, or this is another node (${problem})`
  }
  if (authority !== undefined) return `the authority set here has not signed the certificate of ${host} (${problem})`
  return `not set, and the system does not trust the certificate of ${host} (${problem}); set the node's certificate`
}
