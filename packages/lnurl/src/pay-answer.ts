import { type JsonAnswer, readText, readWebUrl } from './json-answer.ts'
import { readSuccessAction, type SuccessAction } from './success-action.ts'

/** The invoice for one payment (LUD-06). */
export interface PayAnswer {
  readonly bolt11: string
  readonly successAction?: SuccessAction | undefined
  /** Answers whether it was paid, without a credential (LUD-21). */
  readonly verify?: string | undefined
}

export function readPayAnswer(answer: JsonAnswer, callback: string): PayAnswer {
  return {
    bolt11: readText(answer, 'pr'),
    successAction: readSuccessAction(answer['successAction'], callback),
    verify: typeof answer['verify'] === 'string' ? readWebUrl(answer, 'verify') : undefined,
  }
}

export const writePayAnswer = ({ bolt11, successAction, verify }: PayAnswer) => ({
  pr: bolt11,
  // Wallets of old count on it.
  routes: [] as const,
  ...(successAction !== undefined && { successAction }),
  ...(verify !== undefined && { verify }),
})
