import type { AnyExtension } from '@satchel/extension-sdk/extension'
import { reject } from '@satchel/extension-sdk/rejection'
import type { Shape } from '@satchel/extension-sdk/shape'
import type { Store } from '@satchel/extension-sdk/store'
import { createMinuteQuota } from '../host/run/minute-quota.ts'
import type { AnyCtx } from '../host/run/run-parts.ts'
import { isChannel } from './is-channel.ts'
import type { StorageQuota } from './storage-quota.ts'

/** Limits of one extension per minute. */
const PER_MINUTE = { rows: 600, requests: 60, webhooks: 120, messages: 1200, invoices: 300, tasks: 300 }
const MAX_OFFSET = 10_000
const EXPIRY_SECONDS = { min: 60, max: 7 * 86_400 }
const MAIL_REASONS: ReadonlySet<unknown> = new Set(['report', 'order', 'invoice', undefined])

type AnyStore = Store<Shape>
type Quota = (what: keyof typeof PER_MINUTE) => void
/** The number of new rows, and the written values. */
type Write = (rows: number, values: object) => Promise<void>

/**
 * The context of a run, with limits that built-ins keep themselves: quotas per minute, rows found only by their keys,
 * invoices only for existing items, and a separate Nostr key, because the service's key certifies payments.
 */
export function createPackageContexts(
  { manifest, resource, tables }: Pick<AnyExtension, 'manifest' | 'resource' | 'tables'>,
  { clock, storage }: { readonly clock: () => number; readonly storage: StorageQuota },
): (ctx: AnyCtx) => AnyCtx {
  const quota = createMinuteQuota(clock)
  const take: Quota = (what) =>
    quota.take(
      `${what} of ${manifest.id}`,
      PER_MINUTE[what],
      'The extension does this too often; try again in a minute.',
    )
  const write: Write = async (rows, values) => {
    take('rows')
    await storage.take(rows, Buffer.byteLength(JSON.stringify(values)))
  }
  const shapeOf = (kind: string): Shape => (kind === 'items' ? resource : (tables?.[kind] ?? {})) as Shape
  const hasNostr = manifest.permissions.some(({ id }) => id === 'nostr')
  // Made on first use: it takes a millisecond.
  let own: ReturnType<AnyCtx['nostr']['keyOf']> | undefined
  return (ctx) => {
    if (hasNostr) own ??= ctx.nostr.keyOf('')
    const { pubkey = '', secretKey: ownKey } = own ?? {}
    return {
      ...ctx,
      items: boundStore(ctx.items as AnyStore, resource as Shape, write) as AnyCtx['items'],
      table: (name) => boundStore(ctx.table(name) as AnyStore, shapeOf(name), write) as never,
      wallets: { ...ctx.wallets, createInvoice: boundInvoices(ctx, take) },
      async http(request) {
        take('requests')
        return ctx.http(request)
      },
      notify: {
        ...ctx.notify,
        async webhook(url, body, options) {
          take('webhooks')
          return ctx.notify.webhook(url, body, options)
        },
        async push(channel, body) {
          if (!isChannel(channel)) throw new Error('a channel has a name of 1 to 200 characters, without an asterisk')
          take('messages')
          return ctx.notify.push(channel, body)
        },
        async mail(to, subject, text, options) {
          if (!MAIL_REASONS.has(options?.reason)) throw new Error('a package sends no mail of this kind')
          return ctx.notify.mail(to, subject, text, options)
        },
      },
      nostr: {
        ...ctx.nostr,
        pubkey,
        publish: (event, relays, secretKey = ownKey) => ctx.nostr.publish(event, relays, secretKey),
      },
      async enqueue(task, key, extension) {
        take('tasks')
        return ctx.enqueue(task, key, extension)
      },
    }
  }
}

function boundStore(store: AnyStore, shape: Shape, write: Write): AnyStore {
  const isKey = (name: string): boolean => shape[name]?.index === true || shape[name]?.unique !== undefined
  const requireKey = ({ where = {}, offset = 0 }: { where?: object; offset?: number } = {}): void => {
    const names = Object.keys(where)
    if (names.length > 0 && !names.some(isKey))
      throw new Error(`rows are found by an indexed field, not ${names.join()}`)
    if (!(offset <= MAX_OFFSET)) throw new Error(`offset is at most ${MAX_OFFSET}`)
  }
  return {
    ...store,
    async find(query) {
      requireKey(query)
      return store.find(query)
    },
    async count(query) {
      requireKey(query)
      return store.count(query)
    },
    async insert(row, wallet) {
      await write(1, row)
      return store.insert(row, wallet)
    },
    async update(id, patch) {
      await write(0, patch)
      return store.update(id, patch)
    },
  }
}

const boundInvoices =
  (ctx: AnyCtx, take: Quota): AnyCtx['wallets']['createInvoice'] =>
  async (wallet, options) => {
    take('invoices')
    const { itemId, expirySec = EXPIRY_SECONDS.min } = options
    if (!(expirySec >= EXPIRY_SECONDS.min && expirySec <= EXPIRY_SECONDS.max)) {
      throw new Error(`expirySec is ${EXPIRY_SECONDS.min} to ${EXPIRY_SECONDS.max}`)
    }
    if ((await ctx.items.get(itemId)) === null) throw reject('Not found.', 404)
    return ctx.wallets.createInvoice(wallet, options)
  }
