import type { Reader } from '../../config/environment.ts'
import { readNodeUrl } from '../../config/node-endpoint.ts'
import type { Secret } from '../../config/setting.ts'

/** A wallet of an LNbits server. */
export interface LnbitsConfig {
  readonly kind: 'lnbits'
  readonly url: string
  /** Key that pays, and polls payments. */
  readonly adminKey: Secret
  /** Key that receives; by default the admin key. */
  readonly invoiceKey: Secret
}

/** The first that is set counts. */
const ADMIN = ['LNBITS_KEY', 'LNBITS_ADMIN_KEY'] as const

export function readLnbits(read: Reader, { problems }: { problems: string[] }): LnbitsConfig {
  const url = readNodeUrl(read, 'LNBITS_ENDPOINT', { problems })
  const variable = ADMIN.find((name) => read.optional(name) !== undefined)
  if (variable === undefined) problems.push('LNBITS_KEY: must be set for this SERVICE_FUNDING_SOURCE')
  const adminKey = { variable: variable ?? ADMIN[0], value: variable === undefined ? '' : read.text(variable, '') }
  const invoice = read.optional(INVOICE)
  const invoiceKey = invoice === undefined ? adminKey : { variable: INVOICE, value: invoice }
  for (const key of new Set([adminKey, invoiceKey])) {
    if (!KEY.test(key.value)) problems.push(`${key.variable}: must be a key as LNbits shows it`)
  }
  return { kind: 'lnbits', url, adminKey, invoiceKey }
}

const INVOICE = 'LNBITS_INVOICE_KEY'
/** One word that is valid in a header; an empty value is already reported. */
const KEY = /^[\x21-\x7e]*$/
