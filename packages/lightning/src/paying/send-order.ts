import { NotSentError } from '../net/node-http.ts'
import type { Failure } from '../port/failure-words.ts'

export interface NotSent extends Failure {
  readonly says: 'not_sent'
}

/** Orders a payment. Rejects when the order may have arrived and there is no answer. */
export async function sendOrder<Answer>(order: () => Promise<Answer>): Promise<Answer | NotSent> {
  try {
    return await order()
  } catch (error) {
    if (!(error instanceof NotSentError)) throw error
    return { says: 'not_sent', reason: 'node_unreachable', nodeAnswer: error.message }
  }
}
