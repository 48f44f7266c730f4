import { NotSentError } from '../net/node-http.ts'

export interface NotSent {
  readonly says: 'not_sent'
  readonly reason: string
}

/** Orders a payment of `who`. Rejects when the order may have arrived and there is no answer. */
export async function sendOrder<Answer>(order: () => Promise<Answer>, who: string): Promise<Answer | NotSent> {
  try {
    return await order()
  } catch (error) {
    if (!(error instanceof NotSentError)) throw error
    return { says: 'not_sent', reason: `${who} cannot be reached. Nothing was sent.` }
  }
}
