import { textOf, toBool, toSeconds, toText, type Value } from '../reading/values.ts'
import { groupByItem } from './open-invoices.ts'
import { type Items, OF_A_GUEST } from './open-items.ts'
import { orNone, toHttps, toInt } from './parts.ts'

const DRAWN = ['bitcoin', 'confetti', 'fireworks', 'hearts', 'lightning', 'rocket']

export async function importCopilot(items: Items): Promise<void> {
  const open = groupByItem(items.openInvoices('copilot'), 'copilotid')
  const seen = new Set<string>()
  for (const table of ['newer_copilots', 'copilots']) {
    for await (const row of items.rows(table)) {
      const id = toText(row['id'])
      if (seen.has(id)) continue
      seen.add(id)
      const title = `${toText(row['title'])} (${id})`
      if (items.isShared(row['wallet'])) {
        items.leave(OF_A_GUEST, title)
        continue
      }
      const wallet = items.walletOf(row['wallet']) ?? items.oldestOf(row['user'])
      if (wallet === undefined) {
        items.leave('its wallet is deleted', title)
        continue
      }
      const price = /[A-Za-z]{3}$/.exec(toText(row['show_price']))?.[0].toUpperCase() ?? ''
      const values = {
        title: toText(row['title']),
        animations: animationsOf(items, id, row),
        lnurl_toggle: toBool(row['lnurl_toggle']),
        lnurl_title: orNone(row['lnurl_title']),
        show_message: toBool(row['show_message']),
        show_ack: toBool(row['show_ack']),
        show_price: price,
        fullscreen_cam: toBool(row['fullscreen_cam']),
        iframe_url: toHttps(row['iframe_url']),
        amount_made: toInt(row['amount_made']),
      }
      if (!items.put('items', { id, wallet, values, at: toSeconds(row['timestamp']) })) continue
      for (const invoice of open.get(id) ?? []) {
        items.follow(invoice, { id, wallet, data: { comment: textOf(invoice.extra['comment']).slice(0, 300) } })
      }
    }
  }
}

function animationsOf(items: Items, id: string, row: Readonly<Record<string, Value>>): Record<string, unknown>[] {
  const thresholds = new Set<number>()
  const animations = [1, 2, 3].flatMap((number) => {
    const name = orNone(row[`animation${number}`])
    const threshold = toInt(row[`animation${number}threshold`])
    if (name === undefined || threshold < 1 || thresholds.has(threshold)) return []
    thresholds.add(threshold)
    if (!DRAWN.includes(name)) items.change('animations that are not drawn here become confetti', id)
    const webhook = orNone(row[`animation${number}webhook`])
    const isUrl = webhook !== undefined && /^https?:\/\//.test(webhook)
    return [{ name: DRAWN.includes(name) ? name : 'confetti', threshold, ...(isUrl ? { webhook_url: webhook } : {}) }]
  })
  return animations.toSorted((one, other) => one.threshold - other.threshold)
}
