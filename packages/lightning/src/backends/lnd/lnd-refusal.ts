import { parseJson } from '@satchel/json/parse-json'
import type { NodeAnswer } from '../../net/node-http.ts'
import { type Judged, judgeAnswer } from '../../net/open-node-http.ts'

/** An error answer of LND, with gRPC's code; `undefined` if LND did not send the answer. */
export interface LndRefusal {
  readonly status: number
  readonly code: number | undefined
  readonly message: string
}

const INVALID_ARGUMENT = 3
const NOT_FOUND = 5
const ALREADY_EXISTS = 6
const PERMISSION_DENIED = 7
const UNAUTHENTICATED = 16

/** Single calls answer `{code, message}`, streams `{"error": {code, message}}`, old versions `{"error": "message", code}`. */
export function readRefusal(status: number, text: string): LndRefusal {
  const outer = asFields(parse(text))
  const inner = typeof outer['error'] === 'object' ? asFields(outer['error']) : outer
  const code = inner['code'] ?? inner['grpc_code']
  if (HTTP_TO_TLS.test(text)) return { status, code: undefined, message: text.trim() }
  const nodeAnswer = [inner['message'], inner['error']].find((words) => typeof words === 'string' && words !== '')
  return {
    status,
    code: typeof code === 'number' ? code : undefined,
    message: typeof nodeAnswer === 'string' ? nodeAnswer : `status ${status}`,
  }
}

/** Plain text, from before anything reads the request. */
const HTTP_TO_TLS = /^Client sent an HTTP request to an HTTPS server/

export const isHttpToTls = ({ message }: LndRefusal): boolean => HTTP_TO_TLS.test(message)

/** LND reports a bad macaroon as an unknown error with these words; a proxy before it may use the status. */
export const isCredentialRefusal = ({ status, code, message }: LndRefusal): boolean =>
  status === 401 ||
  status === 403 ||
  code === PERMISSION_DENIED ||
  code === UNAUTHENTICATED ||
  (code !== undefined &&
    /^(verification failed|permission denied|expected 1 macaroon|unmarshal v\d|cannot .*macaroon)/i.test(message))

/** LND rejects the call before it reaches the subserver in question. */
export const isStillStarting = ({ code, message }: LndRefusal): boolean =>
  code !== undefined &&
  /wallet locked|wallet not created|in the process of starting up|waiting to start, RPC services not available/i.test(
    message,
  )

/** LND's errors for a payment request that it rejects before it acts on it. */
export const isBadRequest = ({ code, message }: LndRefusal): boolean =>
  code === INVALID_ARGUMENT || (code !== undefined && BAD_REQUEST.test(message))

const BAD_REQUEST =
  /^(invoice expired|invoice not for current active network|self-payments not allowed|amount must (not )?be specified)/i

export const isNotFound = ({ code, message }: LndRefusal): boolean =>
  code === NOT_FOUND ||
  (code !== undefined && /^(unable to locate invoice|there are no existing invoices)/i.test(message))

/** A payment of this hash was made or is in flight. */
export const isKnownPayment = ({ code }: LndRefusal): boolean => code === ALREADY_EXISTS

/** The meaning of an error answer for LND as a whole, or for the macaroon. */
export function judgeLnd(answer: NodeAnswer): Judged | undefined {
  if (answer.status < 400) return undefined
  const refusal = readRefusal(answer.status, answer.text)
  const nodeAnswer = refusal.message.slice(0, MAX_SAID)
  if (isStillStarting(refusal)) {
    return NEEDS_OPERATOR.test(nodeAnswer)
      ? { kind: 'locked', detail: `LND waits for its operator: ${nodeAnswer}` }
      : { kind: 'starting', detail: `LND is starting: ${nodeAnswer}` }
  }
  if (isCredentialRefusal(refusal)) {
    return { kind: 'credential_refused', detail: `LND refuses this macaroon: ${nodeAnswer}` }
  }
  return judgeAnswer(answer)
}

const NEEDS_OPERATOR = /^wallet (locked|not created)/i
const MAX_SAID = 200

function parse(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

const asFields = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
