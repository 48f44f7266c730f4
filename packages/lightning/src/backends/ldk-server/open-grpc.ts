import { NotSentError, UntrustedNodeError } from '../../net/node-http.ts'
import { noteClock } from '../../net/note-clock.ts'
import { CREDENTIAL } from '../../net/open-node-http.ts'
import type { Clock } from '../../port/clock.ts'
import type { NodeTrouble, Troubles } from '../../port/node-trouble.ts'
import type { Renewable } from '../../port/renewable.ts'
import { createGrpcClient, type GrpcAnswer, type GrpcClient } from './grpc-client.ts'
import { CODES } from './to-outcome.ts'

export interface OpenGrpcOptions {
  readonly baseUrl: string
  /** The variable that holds it. */
  readonly endpoint: string
  readonly certificate: Renewable
  readonly apiKey: Renewable
  /** The metadata of a request. */
  readonly sign: (apiKey: string, frame: Buffer) => Readonly<Record<string, string>>
  readonly troubles: Troubles
  readonly clock: Clock
}

/**
 * The gRPC of one node, with the reasons of failed calls. After a rejected key or an untrusted certificate the file is
 * read again, and the call is repeated if it has changed: the node has done nothing by then.
 */
export function openGrpc(options: OpenGrpcOptions): GrpcClient {
  const { baseUrl, endpoint, certificate, apiKey, sign, troubles, clock } = options
  const opened: GrpcClient[] = []
  const create = () => {
    const pem = certificate.now()
    const client = createGrpcClient({
      baseUrl,
      endpoint,
      certificate: pem,
      certificateSetting: certificate.variable,
      credential: (frame) => sign(apiKey.now() ?? '', frame),
    })
    opened.push(client)
    return { pem, client }
  }
  let current = create()
  let isClosed = false
  const renewCertificate = (used: typeof current): boolean => {
    if (!certificate.renew(used.pem)) return false
    if (current === used) current = create()
    return true
  }
  const noteError = (error: unknown): void => {
    if (isClosed || !(error instanceof NotSentError)) return
    const unreachable = { kind: 'unreachable', variable: endpoint, detail: error.message } as const
    troubles.note('node', error instanceof UntrustedNodeError ? error.trouble : unreachable)
  }
  const attempt = async (isAgain: boolean, call: Parameters<GrpcClient['call']>): Promise<GrpcAnswer> => {
    const [used, key, askedAt] = [current, apiKey.now(), clock()]
    try {
      const answer = await used.client.call(...call)
      const { nodeSeconds } = answer
      troubles.note('node', undefined)
      if (nodeSeconds !== undefined) noteClock(troubles, { askedAt, answeredAt: clock(), nodeSeconds })
      const refusal = findRefusal(answer, apiKey.variable)
      if (refusal !== undefined && !isAgain && apiKey.renew(key)) return attempt(true, call)
      troubles.note(CREDENTIAL, refusal)
      return answer
    } catch (error) {
      if (error instanceof UntrustedNodeError && !isAgain && renewCertificate(used)) return attempt(true, call)
      noteError(error)
      throw error
    }
  }
  return {
    call: (...call) => attempt(false, call),
    follow: (...call) => current.client.follow(...call),
    close() {
      isClosed = true
      for (const client of opened) client.close()
    },
  }
}

/** A request is signed with its time: LDK Server distinguishes an old one from a wrong key by its message. */
export function findRefusal({ code, message }: GrpcAnswer, variable: string): NodeTrouble | undefined {
  if (code !== CODES.unauthenticated) return undefined
  return /timestamp/i.test(message)
    ? {
        kind: 'clock_apart',
        detail: 'the clocks of LDK Server and of this service differ by more than a minute: set both by NTP',
      }
    : {
        kind: 'credential_refused',
        variable,
        detail: 'LDK Server refuses it; the clocks of both may differ by a minute at most',
      }
}
