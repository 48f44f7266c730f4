import type { ClnConfig, ClnRole } from './read-cln.ts'
import { createNodeHttp, NotSentError } from '../../net/node-http.ts'
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
  | { readonly is: 'refused'; readonly reason: string }

export interface ClnRest {
  /** Rejects with `NotSentError` when the node cannot have read it. */
  ask(role: ClnRole, method: string, parameters: object, timeoutMs?: number): Promise<ClnAnswer>
  /** The result, or nothing. */
  demand(role: ClnRole, method: string, parameters: object, timeoutMs?: number): Promise<Fields>
  close(): void
}

/** CLNRest: each command of the node is a POST; errors of a command come as 500 with its code. */
export function createClnRest({ url, certificate, authority, runes }: ClnConfig): ClnRest {
  const options = { baseUrl: url, headers: {}, certificate, authority }
  const http = createNodeHttp(options)
  // Each hanging payment occupies a connection: other calls have their own.
  const payHttp = createNodeHttp(options)
  const ask: ClnRest['ask'] = async (role, method, parameters, timeoutMs) => {
    const { variable, value } = runes[role]
    const call = {
      method: 'POST',
      path: `/v1/${method}`,
      body: parameters,
      headers: { Rune: value },
      timeoutMs,
    } as const
    const { status, text } = await (role === 'pay' ? payHttp : http).call(call)
    const fields = parse(text)
    if (status === 401 || status === 403) {
      // CLNRest first asks the node to check the rune, and answers with code null when the node is unreachable.
      if (fields?.['code'] === null)
        throw new NotSentError(`CLNRest cannot reach its node: ${String(fields['message'])}`)
      return { is: 'refused', reason: `${variable}: the node does not allow \`${method}\` with this rune` }
    }
    if (fields !== undefined && status >= 200 && status <= 299) return { is: 'result', fields }
    const code = fields?.['code']
    if (fields === undefined || !Number.isSafeInteger(code))
      throw new Error(`${method}: answered ${status} without a readable error`)
    const message = typeof fields['message'] === 'string' ? fields['message'] : ''
    return { is: 'error', code: code as number, message, fields }
  }
  return {
    ask,
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

function parse(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isFields(value) ? value : undefined
  } catch {
    return undefined
  }
}
