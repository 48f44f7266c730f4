/** Fields whose empty text counts as absent: some programs always send every field. */
const EMPTY_IS_ABSENT: ReadonlySet<string> = new Set([
  'bolt11',
  'description_hash',
  'unhashed_description',
  'unit',
  'webhook',
])

/**
 * Normalizes a body of `POST /api/v1/payments` for its schema. Null, empty texts and an expiry of 0 count as absent,
 * a description hash becomes lower case, and a body with an invoice pays it. Other bodies stay unchanged.
 */
export function prepareCreatePayment(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const fields = Object.fromEntries(Object.entries(body).filter(([name, value]) => !isAbsent(name, value)))
  const { out, bolt11, description_hash: hash } = fields
  if (out === undefined && typeof bolt11 === 'string') fields['out'] = true
  if (typeof hash === 'string' && HASH.test(hash)) fields['description_hash'] = hash.toLowerCase()
  return fields
}

const isAbsent = (name: string, value: unknown): boolean =>
  value === null || (value === '' && EMPTY_IS_ABSENT.has(name)) || (value === 0 && name === 'expiry')

const HASH = /^[0-9a-f]{64}$/i
