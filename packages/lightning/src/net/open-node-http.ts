import type { Clock } from '../port/clock.ts'
import type { NodeTrouble, Troubles } from '../port/node-trouble.ts'
import type { Renewable } from '../port/renewable.ts'
import {
  CALL_MS,
  createNodeHttp,
  type NodeAnswer,
  type NodeCall,
  type NodeHttp,
  NotSentError,
  RefusedStreamError,
  UntrustedNodeError,
} from './node-http.ts'
import { noteClock } from './note-clock.ts'

/** A credential, and the headers that carry it. */
export interface NodeCredential {
  readonly setting: Renewable
  readonly toHeaders: (value: string) => Readonly<Record<string, string>>
}

export interface OpenNodeHttpOptions {
  /** Without a slash at its end. */
  readonly baseUrl: string
  /** The variable that holds it. */
  readonly endpoint: string
  readonly certificate?: Renewable | undefined
  readonly authority?: Renewable | undefined
  /** Goes with every call that names no other. */
  readonly credential?: NodeCredential | undefined
  readonly troubles: Troubles
  readonly clock: Clock
  /** The judgement of an answer about the node or the credential; default: `judgeAnswer`. */
  readonly judge?: ((answer: NodeAnswer) => Judged | undefined) | undefined
}

export type Judged = Omit<NodeTrouble, 'variable'>

export interface WatchedCall extends NodeCall {
  readonly credential?: NodeCredential | undefined
  /** The credential need not allow it: a refusal is an answer like any other. */
  readonly isOptional?: boolean | undefined
  /** The permission of a credential, if it is not the path. */
  readonly right?: string | undefined
}

export interface WatchedNodeHttp extends NodeHttp {
  call(call: WatchedCall): Promise<NodeAnswer>
  readLines(
    call: WatchedCall & { readonly silenceMs: number; readonly signal?: AbortSignal },
    onLine: (line: string) => void,
  ): Promise<void>
}

/** The subject of troubles that keep the node as a whole from answering. */
const NODE = 'node'
/**
 * The subject of rejected credentials, followed by variable and call: one credential may allow some calls and not
 * others.
 */
export const CREDENTIAL = 'credential '

/**
 * Calls of one node, with the reasons of failures. After a rejected credential or an untrusted certificate the file is
 * read again, and the call is repeated if it has changed: the node has done nothing by then.
 */
export function openNodeHttp(options: OpenNodeHttpOptions): WatchedNodeHttp {
  const { troubles } = options
  const trusted = openTrusted(options)
  return {
    call: (call) =>
      attempt(
        { options, trusted },
        call,
        (http, prepared) => http.call(prepared),
        (answer) => answer,
      ),
    async readLines(call, onLine) {
      let hasBegun = false
      const receive = (line: string): void => {
        // A stream may last for days: its first line is the answer.
        if (!hasBegun) troubles.note(NODE, undefined)
        hasBegun = true
        onLine(line)
      }
      const end = await attempt(
        { options, trusted },
        call,
        (http, prepared) =>
          http
            .readLines({ ...prepared, silenceMs: call.silenceMs, ...(call.signal && { signal: call.signal }) }, receive)
            .then(
              () => undefined,
              (error: unknown) => {
                if (error instanceof RefusedStreamError) return error
                throw error
              },
            ),
        (refused) => refused?.answer,
      )
      if (end !== undefined) throw end
    },
    close: trusted.close,
  }
}

interface TrustedHttp {
  readonly certificate: string | undefined
  readonly authority: string | undefined
  readonly http: NodeHttp
}

/** The node's HTTP with the certificate that is set now. */
interface Trusted {
  now(): TrustedHttp
  /** True: another certificate is set now. */
  renew(used: TrustedHttp): boolean
  isClosed(): boolean
  close(): void
}

function openTrusted({ baseUrl, endpoint, certificate, authority }: OpenNodeHttpOptions): Trusted {
  const opened: NodeHttp[] = []
  const create = (): TrustedHttp => {
    const pems = { certificate: certificate?.now(), authority: authority?.now() }
    // An authority only counts beside no certificate.
    const trusted = pems.certificate === undefined && pems.authority !== undefined ? authority : certificate
    const http = createNodeHttp({ baseUrl, headers: {}, ...pems, certificateSetting: trusted?.variable, endpoint })
    opened.push(http)
    return { ...pems, http }
  }
  let current = create()
  let isClosed = false
  return {
    now: () => current,
    renew(used) {
      const renewed = [certificate?.renew(used.certificate), authority?.renew(used.authority)]
      if (!renewed.includes(true)) return false
      if (current === used) current = create()
      return true
    },
    isClosed: () => isClosed,
    close() {
      isClosed = true
      for (const http of opened) http.close()
    },
  }
}

interface OpenedNode {
  readonly options: OpenNodeHttpOptions
  readonly trusted: Trusted
}

async function attempt<Answer>(
  { options, trusted }: OpenedNode,
  call: WatchedCall,
  ask: (http: NodeHttp, call: NodeCall) => Promise<Answer>,
  read: (answer: Answer) => NodeAnswer | undefined,
): Promise<Answer> {
  const { troubles, judge = judgeAnswer } = options
  const { credential = options.credential, isOptional, right = rightOf(call), ...plain } = call
  const subject = `${CREDENTIAL}${credential?.setting.variable} ${right}`
  // Each is renewed at most once in a call.
  const renewed = { certificate: false, secret: false }
  for (;;) {
    const used = trusted.now()
    const secret = credential?.setting.now()
    const headers = secret === undefined ? undefined : credential?.toHeaders(secret)
    let answer: Answer
    try {
      answer = await ask(used.http, prepare(plain, headers, options))
    } catch (error) {
      if (error instanceof UntrustedNodeError && !renewed.certificate && trusted.renew(used)) {
        renewed.certificate = true
        continue
      }
      if (!trusted.isClosed()) noteError(error, call, options)
      throw error
    }
    const nodeAnswer = read(answer)
    const judged = nodeAnswer && judge(nodeAnswer)
    if (judged?.kind === 'credential_refused') {
      troubles.note(NODE, undefined)
      if (isOptional === true) return answer
      if (!renewed.secret && credential?.setting.renew(secret) === true) {
        renewed.secret = true
        continue
      }
      troubles.note(subject, { ...judged, variable: credential?.setting.variable })
    } else {
      troubles.note(NODE, judged)
      if (judged === undefined) troubles.note(subject, undefined)
    }
    return answer
  }
}

/** The call with the headers of its credential; it notes the node's clock. */
function prepare(
  call: NodeCall,
  headers: Readonly<Record<string, string>> | undefined,
  { troubles, clock }: OpenNodeHttpOptions,
): NodeCall {
  const askedAt = clock()
  return {
    ...call,
    headers: { ...headers, ...call.headers },
    onDate(seconds) {
      noteClock(troubles, { askedAt, answeredAt: clock(), nodeSeconds: seconds })
      call.onDate?.(seconds)
    },
  }
}

function noteError(
  error: unknown,
  { timeoutMs = CALL_MS }: NodeCall,
  { troubles, endpoint }: OpenNodeHttpOptions,
): void {
  if (error instanceof UntrustedNodeError) troubles.note(NODE, error.trouble)
  // What waits on purpose may take longer than its time.
  else if (error instanceof NotSentError || (isTimeout(error) && timeoutMs <= CALL_MS)) {
    troubles.note(NODE, { kind: 'unreachable', variable: endpoint, detail: error.message })
  }
}

/** 401 and 403 refuse the credential; a proxy answers 502 to 504 for a node that does not. */
export function judgeAnswer({ status }: NodeAnswer): Judged | undefined {
  if (status === 401 || status === 403) return { kind: 'credential_refused', detail: 'the node refuses it' }
  if (status < 502 || status > 504) return undefined
  return { kind: 'unreachable', detail: `what is at its address answers ${status}: the node behind it does not answer` }
}

/** A credential for one header, which only a restart can renew. */
export const fixedCredential = (
  variable: string,
  value: string,
  toHeaders: NodeCredential['toHeaders'],
): NodeCredential => ({ setting: { variable, now: () => value, renew: () => false }, toHeaders })

export const basicCredential = (variable: string, password: string): NodeCredential =>
  fixedCredential(variable, password, basicHeaders)

/** Basic authentication without a user name. */
export const basicHeaders = (password: string) => ({
  authorization: `Basic ${Buffer.from(`:${password}`).toString('base64')}`,
})

const isTimeout = (error: unknown): error is Error => error instanceof Error && error.name === 'TimeoutError'

/** Ids in a path do not count: no later call would show that they are allowed again. */
const rightOf = ({ method, path }: NodeCall): string =>
  `${method} ${path.replace(/\?.*$/s, '').replace(/[^/]{20,}/g, '*')}`
