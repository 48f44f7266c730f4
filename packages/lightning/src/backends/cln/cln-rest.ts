import { parseJson } from '@satchel/json/parse-json'
import { readCertificateFile } from '../../config/node-endpoint.ts'
import { openSetting, type Secret } from '../../config/setting.ts'
import { type NodeAnswer, NotSentError } from '../../net/node-http.ts'
import {
  type Judged,
  judgeAnswer,
  type NodeCredential,
  openNodeHttp,
  type WatchedCall,
} from '../../net/open-node-http.ts'
import type { Clock } from '../../port/clock.ts'
import { describeTrouble, type NodeTrouble, type Troubles } from '../../port/node-trouble.ts'
import { type ClnConfig, type ClnRole, readRuneFile } from './read-cln.ts'
import { type Fields, isFields } from './read-fields.ts'

/**
 * The node's answer. The call rejects when the answer is missing, incomplete or from another server: the outcome is
 * then unknown.
 */
export type ClnAnswer =
  | { readonly is: 'result'; readonly fields: Fields }
  /** The command's own error. */
  | { readonly is: 'error'; readonly code: number; readonly message: string; readonly fields: Fields }
  /** The rune does not allow it: the command was never run. */
  | {
      readonly is: 'refused'
      readonly reason: string
      readonly trouble: NodeTrouble
      readonly withAnyParameters: boolean
    }

export interface ClnRest {
  /** Rejects with `NotSentError` when the node cannot have read it. */
  ask(role: ClnRole, method: string, parameters: object, timeoutMs?: number): Promise<ClnAnswer>
  /** The same for a command that the rune need not allow. */
  askIfAllowed(role: ClnRole, method: string, parameters: object): Promise<ClnAnswer>
  /** The result, or nothing. */
  demand(role: ClnRole, method: string, parameters: object, timeoutMs?: number): Promise<Fields>
  close(): void
}

/** CLNRest: each command of the node is a POST; errors of a command come as 500 with its code. */
export function createClnRest(
  { url, certificate, authority, runes }: ClnConfig,
  watch: { readonly troubles: Troubles; readonly clock: Clock },
): ClnRest {
  const options = {
    baseUrl: url,
    endpoint: 'CLNREST_URL',
    certificate: openSetting(certificate, readCertificateFile),
    authority: openSetting(authority, readCertificateFile),
    judge: judgeCln,
    ...watch,
  }
  const http = openNodeHttp(options)
  // Each hanging payment occupies a connection: other calls have their own.
  const payHttp = openNodeHttp(options)
  const credentials = {
    read: toCredential(runes.read),
    invoice: toCredential(runes.invoice),
    pay: toCredential(runes.pay),
  }
  const post = async (
    role: ClnRole,
    method: string,
    given: Pick<WatchedCall, 'body' | 'timeoutMs' | 'isOptional'>,
  ): Promise<ClnAnswer> => {
    const call = { method: 'POST', path: `/v1/${method}`, credential: credentials[role], ...given } as const
    const { status, text } = await (role === 'pay' ? payHttp : http).call(call)
    const fields = parse(text)
    if (status === 401 || status === 403) {
      if (isNodeAway(fields)) throw new NotSentError(`CLNRest cannot reach its node: ${String(fields?.['message'])}`)
      const detail = `the node does not allow \`${method}\` with this rune`
      const trouble = { kind: 'credential_refused', variable: runes[role].variable, detail } as const
      const withAnyParameters = fields?.['code'] !== NOT_PERMITTED || /method/i.test(String(fields['message']))
      return { is: 'refused', reason: describeTrouble(trouble), trouble, withAnyParameters }
    }
    if (fields !== undefined && status >= 200 && status <= 299) return { is: 'result', fields }
    const code = fields?.['code']
    if (fields === undefined || !Number.isSafeInteger(code))
      throw new Error(`${method}: answered ${status} without a readable error`)
    const message = typeof fields['message'] === 'string' ? fields['message'] : ''
    return { is: 'error', code: code as number, message, fields }
  }
  const ask: ClnRest['ask'] = (role, method, body, timeoutMs) => post(role, method, { body, timeoutMs })
  return {
    ask,
    askIfAllowed: (role, method, body) => post(role, method, { body, isOptional: true }),
    async demand(...call) {
      const answer = await ask(...call)
      if (answer.is === 'result') return answer.fields
      throw new Error(answer.is === 'refused' ? answer.reason : `${call[1]}: ${answer.code} ${answer.message}`)
    },
    close() {
      http.close()
      payHttp.close()
    },
  }
}

const toCredential = (rune: Secret): NodeCredential => ({
  setting: openSetting(rune, readRuneFile),
  toHeaders: (value) => ({ Rune: value }),
})

/** CLNRest first asks the node to check the rune, and answers with code null when the node is unreachable. */
const isNodeAway = (fields: Fields | undefined): boolean => fields?.['code'] === null

function judgeCln(answer: NodeAnswer): Judged | undefined {
  const judged = judgeAnswer(answer)
  if (judged?.kind !== 'credential_refused') return judged
  const fields = parse(answer.text)
  const nodeAnswer = typeof fields?.['message'] === 'string' ? fields['message'].slice(0, MAX_SAID) : ''
  if (isNodeAway(fields)) {
    return { kind: 'unreachable', detail: `CLNRest answers, and the node behind it does not: ${nodeAnswer}` }
  }
  return { kind: 'credential_refused', detail: `the node refuses this rune: ${nodeAnswer}` }
}

const MAX_SAID = 200
/** The rune is the node's, and its restrictions do not fit: the method, a parameter or a rate. */
const NOT_PERMITTED = 1502

function parse(text: string): Fields | undefined {
  try {
    const value: unknown = parseJson(text)
    return isFields(value) ? value : undefined
  } catch {
    return undefined
  }
}
