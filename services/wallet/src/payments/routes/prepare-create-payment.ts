/** Fields whose empty text says nothing: programs that always send every field send them so. */
const EMPTY_IS_ABSENT: ReadonlySet<string> = new Set([
  'bolt11',
  'description_hash',
  'unhashed_description',
  'unit',
  'webhook',
])

/**
 * A body of `POST /api/v1/payments` as its schema wants it: what is null, an empty text or an expiry of 0 is absent, a hash
 * may have capitals, and a body that names an invoice pays it. Other bodies stay as they are.
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
