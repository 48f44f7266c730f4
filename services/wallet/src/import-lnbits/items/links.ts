import { hash as digestOf, randomBytes, randomUUID } from 'node:crypto'
import { textOf, toBool, toList, toNumber, toSeconds, toText, type Value } from '../reading/values.ts'
import { groupByItem, type OpenInvoice } from './open-invoices.ts'
import type { Items, OwnWallet } from './open-items.ts'
import { orNone, toCurrency, toHttps, toInt, webhookOf } from './parts.ts'

/** Pay links and Lightning addresses. */
export async function importLnurlp(items: Items): Promise<void> {
  const open = groupByItem(items.openInvoices('lnurlp'), 'link')
  for await (const row of items.rows('pay_links')) {
    const id = toText(row['id'])
    const wallet = items.homeOf(row['wallet'], id, row['description'])
    if (wallet === undefined) continue
    const currency = toCurrency(items, row['currency'], id)
    // Fiat is stored in whole units of 1 / multiplier.
    const unit = currency === 'sat' ? 1 : Math.max(toInt(row['fiat_base_multiplier']), 1)
    const min = (toNumber(row['min']) ?? 1) / unit
    const max = (toNumber(row['max']) ?? min * unit) / unit
    const username = orNone(row['username'])?.toLowerCase()
    const named = username !== undefined && /^[a-z0-9._-]{1,64}$/.test(username) ? username : undefined
    if (username !== undefined && named === undefined) items.change('a name that is none here is left out', username)
    const domain = domainOf(items, row['domain'], id)
    const values = {
      description: toText(row['description']),
      min,
      max: Math.max(max, min),
      currency,
      comment_chars: toInt(row['comment_chars']),
      username: named,
      domain,
      zaps: toBool(row['zaps']),
      // Enabled in LNbits by default.
      disposable: toBool(row['disposable'], true),
      ...webhookOf(items, row, id),
      success_text: orNone(row['success_text']),
      success_url: toHttps(row['success_url']),
    }
    if (!items.put('items', { id, wallet, values, at: toSeconds(row['created_at']) })) continue
    for (const invoice of open.get(id) ?? []) followPayment(items, { id, wallet }, invoice)
    if (named !== undefined) takeName(items, { named, domain, link: id, wallet })
  }
}

interface LinkName {
  readonly named: string
  /** Undefined: all served hosts, and that of the public URL. LNbits answers a name at every host. */
  readonly domain?: string | undefined
  readonly link: string
  readonly wallet: OwnWallet
}

/** False: another link has the name. */
export function takeName(items: Items, { named, domain, link, wallet }: LinkName): boolean {
  const take = (at: string): boolean => {
    const [id, values] = [randomUUID(), { name: `${named}@${at}`, link }]
    return items.put('names', { id, called: named, wallet, values, at: undefined })
  }
  if (domain !== undefined) return take(domain)
  const isTaken = take('')
  if (isTaken) for (const one of items.domains) take(one)
  return isTaken
}

/** A payment to the link that can still come. */
function followPayment(
  items: Items,
  link: { readonly id: string; readonly wallet: OwnWallet },
  invoice: OpenInvoice,
): void {
  const { comment, webhook_data: webhookData, nostr } = invoice.extra
  // Older versions have it in a list.
  const words = textOf(Array.isArray(comment) ? toList(comment)[0] : comment)
  const data = { comment: words, ...(webhookData !== undefined && { webhookData: textOf(webhookData).slice(0, 1000) }) }
  if (items.follow(invoice, { ...link, data }) && nostr !== undefined)
    items.change('open invoices of zaps: a payment arrives, and no receipt is published', link.id)
}

/** Names of other domains than ours get that of the public URL. */
function domainOf(items: Items, value: Value, id: string): string | undefined {
  const domain = orNone(value)
    ?.toLowerCase()
    .replace(/^https?:\/\//, '')
  if (domain === undefined || domain === items.domains[0]) return undefined
  if (items.domains.includes(domain)) return domain
  items.change(`its domain is not in SERVICE_DOMAINS: it has that of the public URL`, `${id} (${domain})`)
  return undefined
}

/** Withdraw links; printed vouchers keep working. */
export async function importWithdraw(items: Items): Promise<void> {
  const paying = await readMarks(items)
  for await (const row of items.rows('withdraw_link')) {
    const id = toText(row['id'])
    const wallet = items.homeOf(row['wallet'], id, row['title'])
    if (wallet === undefined) continue
    const isUnique = toBool(row['is_unique'])
    const hash = toText(row['unique_hash'])
    const uses = toInt(row['uses'])
    // Whether that use was paid is unknown; LNbits would not have paid it again either.
    const isPaying = !isUnique && paying.delete(hash)
    const used = isPaying ? Math.min(toInt(row['used']) + 1, uses) : toInt(row['used'])
    if (isPaying) items.change('LNbits was paying it when it stopped: that use counts as used', id)
    const unused = isUnique
      ? toText(row['usescsv'])
          .split(',')
          .filter((one) => /^\d+$/.test(one.trim()))
      : []
    const left = Math.max(uses - used, 0)
    if (isUnique && unused.length !== left) {
      items.change(
        'LNbits lists another number of unused vouchers than of uses that are left; the uses limit the sum',
        id,
      )
    }
    if (uses > MAX_USES) items.change(`more than ${MAX_USES} uses: those above it end with the link`, id)
    const codes = unused.slice(0, MAX_USES).map((number) => voucherCode(id, hash, number.trim()))
    const [least, most] = [toInt(row['min_withdrawable']), toInt(row['max_withdrawable'])]
    // A use that LNbits paid must not be paid again, even if the link had more uses than a link can have here.
    const kept = uses > MAX_USES ? { uses: Math.min(left, MAX_USES), used: 0 } : { uses: Math.max(uses, used), used }
    if (kept.uses < 1) kept.uses = 1
    const values = {
      title: toText(row['title']),
      min_withdrawable: least,
      max_withdrawable: Math.max(most, least),
      uses: kept.uses,
      used: left === 0 ? kept.uses : kept.used,
      wait_time: toInt(row['wait_time']),
      is_unique: isUnique,
      enabled: toBool(row['enabled'], true),
      ...webhookOf(items, row, id),
      custom_url: toHttps(row['custom_url']),
      open_time: used === 0 ? 0 : toInt(row['open_time']),
      hash,
      codes,
    }
    if (!items.put('items', { id, wallet, values, at: toSeconds(row['created_at']) })) continue
    const secret = randomBytes(16).toString('hex')
    items.put('secrets', { id: randomUUID(), wallet, values: { item: id, secret }, at: undefined })
  }
  // LNbits marks a unique voucher as used before it pays.
  for (const mark of paying)
    items.leave('marks of vouchers that LNbits was paying: look up whether they were paid', mark)
}

/** Links and vouchers that LNbits was paying, by their hash. */
async function readMarks(items: Items): Promise<Set<string>> {
  const marks = new Set<string>()
  for await (const row of items.rows('hash_check')) marks.add(toText(row['id']))
  return marks
}

const MAX_USES = 250

const DNS = Buffer.from('6ba7b8109dad11d180b400c04fd430c8', 'hex')
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** LNbits does not store vouchers' codes: they are computed from the link and the voucher's number. */
export function voucherCode(id: string, hash: string, number: string): string {
  const bytes = Buffer.from(
    digestOf('sha1', Buffer.concat([DNS, Buffer.from(`${id}${hash}${number}`)]), 'hex').slice(0, 32),
    'hex',
  )
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  let left = BigInt(`0x${bytes.toString('hex')}`)
  let code = ''
  while (left > 0n) {
    code = (ALPHABET[Number(left % 57n)] ?? '') + code
    left /= 57n
  }
  return code.padStart(22, ALPHABET[0])
}
