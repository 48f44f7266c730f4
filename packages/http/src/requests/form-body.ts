import type { FastifyRequest } from 'fastify'

/**
 * The fields of a form without JavaScript, read as if they stood in the query. Browsers write a line break as two
 * characters; fields count one, as `maxlength` and scripts do.
 */
export function readFormBody({ query }: Pick<FastifyRequest, 'query'>, body: Buffer): void {
  const fields = query as Record<string, string>
  for (const [name, value] of new URLSearchParams(body.toString())) {
    Object.defineProperty(fields, name, { value: value.replaceAll('\r\n', '\n'), ...WRITABLE })
  }
}

/** A name such as `__proto__` is a field like others. */
const WRITABLE = { enumerable: true, writable: true, configurable: true }

export const isFormBody = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  /^application\/x-www-form-urlencoded(?:;|$)/i.test(headers['content-type'] ?? '')
