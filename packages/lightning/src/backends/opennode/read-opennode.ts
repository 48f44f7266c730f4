import type { Reader } from '../../config/environment.ts'
import { readNodeUrl } from '../../config/node-endpoint.ts'
import type { Secret } from '../../config/setting.ts'

/** An account at OpenNode. */
export interface OpenNodeConfig {
  readonly kind: 'opennode'
  readonly url: string
  /** Key for reading and receiving. */
  readonly invoiceKey: Secret
  /** Key for paying; undefined = paying is disabled. */
  readonly payKey: Secret | undefined
}

const ANY = 'OPENNODE_KEY'
const INVOICE = 'OPENNODE_INVOICE_KEY'
export const ADMIN = 'OPENNODE_ADMIN_KEY'

/** OpenNode proves no payment, so paying through it must be allowed explicitly. */
export function readOpenNode(read: Reader, { problems }: { problems: string[] }): OpenNodeConfig {
  const [any, invoice, admin] = [ANY, INVOICE, ADMIN].map((name) => readKey(read, name, problems))
  const missing = { variable: ANY, value: '' }
  const maySend = read.flag('OPENNODE_ALLOW_UNPROVEN_PAYMENTS', false)
  const payKey = admin ?? any
  if ((invoice ?? any ?? admin) === undefined) problems.push(`${ANY}: must be set for this SERVICE_FUNDING_SOURCE`)
  else if (maySend && payKey === undefined) problems.push(`${ADMIN}: must be set for OPENNODE_ALLOW_UNPROVEN_PAYMENTS`)
  return {
    kind: 'opennode',
    url: readNodeUrl(read, 'OPENNODE_API_ENDPOINT', { problems, fallback: 'https://api.opennode.com' }),
    invoiceKey: invoice ?? any ?? admin ?? missing,
    payKey: maySend ? payKey : undefined,
  }
}

function readKey(read: Reader, variable: string, problems: string[]): Secret | undefined {
  const value = read.optional(variable)
  if (value === undefined) return undefined
  if (!/^[\x21-\x7e]+$/.test(value)) problems.push(`${variable}: must be an API key as OpenNode shows it`)
  return { variable, value }
}
