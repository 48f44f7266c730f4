import { hash as digest } from 'node:crypto'
import { type Ask, MUTATIONS } from '../journal/node-calls.ts'
import { NODE_NETWORK } from '../journal/node-network.ts'
import { type Body, countIn, hexIn, oneOf, optional, readBody, textIn, wrong } from './read-body.ts'

const FIELDS = ['amount_msat', 'expiry', 'hash', 'preimage', 'description', 'key', 'hrp', 'mutate']
const NETWORKS = ['bc', 'tb', 'tbs', 'bcrt', 'sb'] as const
const HOUR_SECONDS = 3600
const MAX_DESCRIPTION_BYTES = 639

/** The body of `POST /invoice`. */
export function readInvoiceAsk(body: unknown): Ask<'invoice'> {
  const fields = readBody(body ?? {}, FIELDS)
  const hash = optional(fields, 'hash', hexIn)
  const preimage = optional(fields, 'preimage', hexIn)
  if (hash !== undefined && preimage !== undefined && digest('sha256', Buffer.from(preimage, 'hex')) !== hash) {
    throw wrong('`hash` must be the sha256 of `preimage`, or leave one of them out.')
  }
  const description = fields['description'] ?? ''
  if (typeof description !== 'string' || Buffer.byteLength(description) > MAX_DESCRIPTION_BYTES) {
    throw wrong(`\`description\` must be a text of at most ${MAX_DESCRIPTION_BYTES} bytes.`)
  }
  return {
    amountMsat: optional(fields, 'amount_msat', countIn),
    expirySeconds: optional(fields, 'expiry', countIn) ?? HOUR_SECONDS,
    hash,
    preimage,
    description,
    key: optional(fields, 'key', readKey) ?? 'foreign',
    network: optional(fields, 'hrp', readNetwork) ?? NODE_NETWORK,
    mutate: optional(fields, 'mutate', (from, field) => oneOf(from, field, MUTATIONS)),
  }
}

const readKey = (fields: Body, field: string): 'own' | 'foreign' => oneOf(fields, field, ['own', 'foreign'])

/** `lnbc` means `bc`. */
const readNetwork = (fields: Body, field: string): string =>
  oneOf({ [field]: textIn(fields, field).replace(/^ln/, '') }, field, NETWORKS)
