import { parseJson } from '@satchel/json/parse-json'
import { type Msat, msat } from '@satchel/money/units'
import { LnurlError } from './lnurl-error.ts'

/** The fields of a service's answer, unchecked. */
export type JsonAnswer = Readonly<Record<string, unknown>>

const MAX_REASON = 300

/** Parses an answer; throws the reason of one with ERROR. The HTTP status means nothing (LUD-01). */
export function readJsonAnswer(body: string): JsonAnswer {
  let value: unknown
  try {
    value = parseJson(body)
  } catch {
    throw new LnurlError('The service gave no valid LNURL answer.', 'bad-answer')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new LnurlError('The service gave no valid LNURL answer.', 'bad-answer')
  }
  const answer = value as JsonAnswer
  if (typeof answer['status'] === 'string' && answer['status'].toUpperCase() === 'ERROR') {
    const reason = shownReason(answer['reason'])
    throw new LnurlError(`The service says: ${reason}`, 'refused', { reason })
  }
  return answer
}

/** The other service's reason, shortened to one line. */
function shownReason(reason: unknown): string {
  if (typeof reason !== 'string' || reason.trim() === '') return 'an error, without a reason.'
  const line = reason
    .toWellFormed()
    .replaceAll(/\p{C}+/gu, ' ')
    .trim()
  const characters = Array.from(line)
  return characters.length > MAX_REASON ? `${characters.slice(0, MAX_REASON).join('')}…` : line
}

/** Readers of the answers of a service: each throws, or returns a value of the type. */
export const readText = (answer: JsonAnswer, name: string): string => {
  const value = answer[name]
  if (typeof value !== 'string' || !value.isWellFormed()) throw unreadable(name)
  return value
}

/** A whole number of millisatoshis that JSON holds exactly. */
export const readMsat = (answer: JsonAnswer, name: string): Msat => {
  const value = answer[name]
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw unreadable(name)
  return msat(value)
}

export const readWebUrl = (answer: JsonAnswer, name: string): string => {
  const text = readText(answer, name)
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') throw unreadable(name)
  return text
}

export const unreadable = (name: string): LnurlError =>
  new LnurlError(`The answer of the service has no valid \`${name}\`.`, 'bad-answer')
