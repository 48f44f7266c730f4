import { MAX_KEYS } from '@satchel/json/parse-json'
import type { FastifyRequest } from 'fastify'
import { badRequest } from '../service-error.ts'

/**
 * Reads the fields of a form sent without JavaScript into the query. Browsers send a line break as CR LF; it becomes
 * one character, as `maxlength` and scripts count it.
 */
export function readFormBody({ query }: Pick<FastifyRequest, 'query'>, body: Buffer): void {
  const fields = query as Record<string, string>
  let count = 0
  for (const [name, value] of new URLSearchParams(body.toString())) {
    count += 1
    if (count > MAX_KEYS) throw badRequest('The form has too many fields.')
    Object.defineProperty(fields, name, { value: value.replaceAll('\r\n', '\n'), ...WRITABLE })
  }
}

/** Lets a name such as `__proto__` be an ordinary field. */
const WRITABLE = { enumerable: true, writable: true, configurable: true }

export const isFormBody = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  /^application\/x-www-form-urlencoded(?:;|$)/i.test(headers['content-type'] ?? '')
