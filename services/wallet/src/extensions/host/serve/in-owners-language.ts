import type { AnyExtension } from '@satchel/extension-sdk/extension'
import { Rejection } from '@satchel/extension-sdk/rejection'
import type { Shape } from '@satchel/extension-sdk/shape'
import { fixed } from '@satchel/extension-sdk/text'
import { GENERAL_CODES, ServiceError } from '@satchel/http/service-error'
import { splitPlace } from '@satchel/page/split-place'
import { APP_HEADER } from '../../../access/session-cookie.ts'
import { createSpeech, type Speech, sayRejection } from '../../pages/speak.ts'
import { visitorOf } from '../../pages/visitor-of.ts'
import type { HttpRequest } from './serve-items.ts'

/**
 * Stored reasons and rejections for the web app: in the language that it requests. Programs get English. The app has
 * its own texts for an error with a code.
 */
export async function inOwnersLanguage<T>(
  extension: AnyExtension,
  request: HttpRequest,
  answer: () => Promise<T>,
): Promise<T> {
  const speech = speechOf(extension, request)
  if (speech === undefined) return answer()
  try {
    return sayReasons(await answer(), reasonFields(extension), speech) as T
  } catch (error) {
    throw error instanceof ServiceError && error.code === GENERAL_CODES[error.status] ? sayError(error, speech) : error
  }
}

function speechOf({ translations }: AnyExtension, request: HttpRequest): Speech | undefined {
  if (request.headers[APP_HEADER] !== 'app') return undefined
  const { language = 'en' } = visitorOf(request)
  return language === 'en' ? undefined : createSpeech(language, translations)
}

function sayError(error: ServiceError, speech: Speech): ServiceError {
  const text = error.cause instanceof Rejection ? error.cause.text : undefined
  const say = (english: string): string => sayRejection(text ?? fixed(english), speech)
  const problems = error.problems.map((problem) => ({ ...problem, msg: splitPlace(say(problem.msg))[1] }))
  return new ServiceError({ ...error.answer, detail: say(error.detail), problems })
}

/** By name, wherever a table, an item or an answer has them. */
function reasonFields({ resource, tables, routes }: AnyExtension): ReadonlySet<string> {
  const replies = Object.values(routes ?? {}).map(({ reply }) => reply)
  const shapes = [resource, ...Object.values(tables ?? {}), ...replies] as (Shape | undefined)[]
  const fields = shapes.flatMap((shape) => Object.entries(shape ?? {}))
  return new Set(fields.flatMap(([name, field]) => (field.type === 'text' && field.as === 'reason' ? [name] : [])))
}

function sayReasons(json: unknown, names: ReadonlySet<string>, speech: Speech): unknown {
  if (Array.isArray(json)) return json.map((one) => sayReasons(one, names, speech))
  if (!isPlainObject(json)) return json
  const fields = Object.entries(json).map(([name, value]) => [
    name,
    names.has(name) && typeof value === 'string' ? sayReason(value, speech) : sayReasons(value, names, speech),
  ])
  return Object.fromEntries(fields)
}

/** A streamed file has no problems. */
const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Translates a reason of two texts: `failed: It failed.`, `The service did not answer: timed out (ETIMEDOUT).` */
function sayReason(text: string, speech: Speech): string {
  const [, state, end] = /^([a-z]+): (.+)$/s.exec(text) ?? []
  if (state !== undefined && end !== undefined) return `${speech.say(state)}: ${sayReason(end, speech)}`
  const [, fact = '', reason = '', code = ''] = /^([^:]+: )([^()]+)( \(\w+\))?\.$/.exec(text) ?? []
  const said = speech.say(reason)
  return said === reason ? speech.say(text) : speech.say(`${fact}{reason}.`, { reason: said + code })
}
