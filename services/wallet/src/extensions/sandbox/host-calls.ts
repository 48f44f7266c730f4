import type { Permission } from '@satchel/extension-sdk/extension'
import type { Json } from '@satchel/sandbox/messages'
import type { AnyCtx } from '../host/run/run-parts.ts'

type PermissionId = Permission['id']

interface HostCall {
  /** The permission that the call needs, or one of several; undefined = none. */
  readonly needs?: PermissionId | readonly PermissionId[]
  /** `sync`: the guest blocks until the answer. `notice`: no answer. */
  readonly kind?: 'sync' | 'notice'
  readonly use: (ctx: AnyCtx, args: readonly never[]) => unknown
}

const storeOf = (ctx: AnyCtx, kind: string) => (kind === 'items' ? ctx.items : ctx.table(kind))

/** JSON has no `undefined`, so removed fields come as a list of names. */
const patchOf = (patch: object, gone: readonly string[]): object => ({
  ...patch,
  ...Object.fromEntries(gone.map((name) => [name, undefined])),
})

/**
 * All calls that code in the sandbox can make. Arguments may have other types than declared: each call checks them, as
 * it checks visitors' input from a built-in.
 */
const HOST_CALLS: Readonly<Record<string, HostCall>> = {
  'store.get': { use: (ctx, [kind, id]) => storeOf(ctx, kind!).get(id!) },
  'store.find': { use: (ctx, [kind, query]) => storeOf(ctx, kind!).find(query) },
  'store.count': { use: (ctx, [kind, query]) => storeOf(ctx, kind!).count(query) },
  'store.insert': { use: (ctx, [kind, row, wallet]) => storeOf(ctx, kind!).insert(row ?? {}, wallet) },
  'store.update': {
    use: (ctx, [kind, id, patch, gone]) => storeOf(ctx, kind!).update(id ?? '', patchOf(patch ?? {}, gone ?? [])),
  },
  'store.remove': { use: (ctx, [kind, id]) => storeOf(ctx, kind!).remove(id!) },
  'wallets.createInvoice': {
    needs: 'receive',
    use: (ctx, [wallet, options]) => ctx.wallets.createInvoice(wallet!, options!),
  },
  'wallets.invoice': { needs: 'receive', use: (ctx, [hash]) => ctx.wallets.invoice(hash!) },
  'wallets.countOpenInvoices': { needs: 'receive', use: (ctx, [itemId]) => ctx.wallets.countOpenInvoices(itemId!) },
  'wallets.balance': { needs: ['payments.read', 'spend'], use: (ctx, [wallet]) => ctx.wallets.balance(wallet!) },
  'wallets.payments': { needs: 'payments.read', use: (ctx, [wallet, query]) => ctx.wallets.payments(wallet!, query) },
  'wallets.countPayments': {
    needs: 'payments.read',
    use: (ctx, [wallet, query]) => ctx.wallets.countPayments(wallet!, query),
  },
  'wallets.payment': { needs: 'payments.read', use: (ctx, [wallet, hash]) => ctx.wallets.payment(wallet!, hash!) },
  pay: { needs: 'spend', use: (ctx, [options]) => ctx.pay(options!) },
  intent: { needs: 'spend', use: (ctx, [key]) => ctx.intent(key!) },
  reserve: { needs: 'spend', use: (ctx, [itemId, sat]) => ctx.reserve(itemId!, sat!) },
  'targets.findWallet': { use: (ctx, [target, payer]) => ctx.targets.findWallet(target!, payer!) },
  'targets.resolveWallet': {
    needs: 'spend',
    use: (ctx, [target, payer]) => ctx.targets.resolveWallet(target!, payer!),
  },
  'targets.fetchOffer': { needs: 'spend', use: (ctx, [target, payer]) => ctx.targets.fetchOffer(target!, payer!) },
  'targets.maxFeeSat': {
    needs: 'spend',
    use: (ctx, [payee, sat, allowed]) => ctx.targets.maxFeeSat(payee!, sat!, allowed),
  },
  'targets.feeReserveSat': { kind: 'sync', use: (ctx, [sat]) => ctx.targets.feeReserveSat(sat!) },
  'visitor.failures': { kind: 'sync', use: (ctx, [name]) => ctx.visitor.failures(name!) },
  'visitor.recordFailure': {
    kind: 'notice',
    use: (ctx, [name, seconds]) => ctx.visitor.recordFailure(name!, seconds!),
  },
  lock: { use: (ctx, [name, wallet]) => ctx.lock(name!, wallet) },
  decode: { kind: 'sync', use: (ctx, [bolt11]) => ctx.decode(bolt11!) },
  http: { needs: 'http', use: (ctx, [request]) => ctx.http(request!) },
  'notify.webhook': { needs: 'http', use: (ctx, [url, body, options]) => ctx.notify.webhook(url!, body!, options) },
  'notify.push': { needs: 'ws', use: (ctx, [channel, body]) => ctx.notify.push(channel!, body!) },
  'notify.mail': {
    needs: 'mail',
    use: (ctx, [to, subject, text, options]) => ctx.notify.mail(to!, subject!, text!, options),
  },
  'nostr.read': { needs: 'nostr', kind: 'sync', use: (ctx, [text]) => ctx.nostr.read(text!) },
  'nostr.keyOf': { needs: 'nostr', kind: 'sync', use: (ctx, [name]) => ctx.nostr.keyOf(name!) },
  'nostr.publish': {
    needs: 'nostr',
    use: (ctx, [event, relays, secretKey]) => ctx.nostr.publish(event!, relays!, secretKey),
  },
  'chain.supports': { needs: 'chain', kind: 'sync', use: (ctx, [network]) => ctx.chain.supports(network!) },
  'chain.address': { needs: 'chain', use: (ctx, [network, address]) => ctx.chain.address(network!, address!) },
  'chain.coins': { needs: 'chain', use: (ctx, [network, address]) => ctx.chain.coins(network!, address!) },
  'chain.transaction': { needs: 'chain', use: (ctx, [network, txid]) => ctx.chain.transaction(network!, txid!) },
  'chain.broadcast': { needs: 'chain', use: (ctx, [network, tx]) => ctx.chain.broadcast(network!, tx!) },
  increment: { kind: 'notice', use: (ctx, [itemId, field]) => ctx.increment(itemId!, field!) },
  enqueue: { use: (ctx, [task, key, extension]) => ctx.enqueue(task!, key!, extension) },
  ask: {
    needs: 'neighbours',
    use: (ctx, [extension, question, data, wallet]) => ctx.ask(extension!, question!, data!, wallet!),
  },
  'rates.toSat': { use: (ctx, [amount, currency]) => ctx.rates.toSat(amount!, currency!) },
  // Packages have no such fields.
  matchesPassword: { use: (ctx, [itemId, field, text]) => ctx.matchesPassword(itemId!, field!, String(text)) },
  seal: { kind: 'sync', use: (ctx, [text]) => ctx.seal(text!) },
  unseal: { kind: 'sync', use: (ctx, [sealed]) => ctx.unseal(sealed!) },
  'log.info': { kind: 'notice', use: (ctx, [message, data]) => ctx.log.info(message!, data) },
  'log.warn': { kind: 'notice', use: (ctx, [message, data]) => ctx.log.warn(message!, data) },
}

/** Packages send only to hosts that the manifest names; a built-in may send to any host that an owner names. */
const SENDS_TO: Readonly<Record<string, (args: readonly Json[]) => Json | undefined>> = {
  'notify.webhook': ([url]) => url,
}

function requireNamedHost(permissions: readonly Permission[], url: Json | undefined): void {
  const http = permissions.find((one) => one.id === 'http')
  const host = typeof url === 'string' && URL.canParse(url) ? new URL(url).host : ''
  if (http?.hosts.includes('*') !== true && http?.hosts.includes(host) !== true) {
    throw new Error(`the manifest does not name the host ${host}`)
  }
}

/** Calls of the stores, which are always available; the context does not list them. */
const isOfStores = (name: string): boolean => name.startsWith('store.')

/** The names of the calls that the permissions allow. The guest's context has no others. */
export function callsFor(permissions: readonly Permission[]): readonly string[] {
  return Object.entries(HOST_CALLS)
    .filter(([name, call]) => !isOfStores(name) && isGranted(permissions, call))
    .map(([name]) => name)
}

const isGranted = (permissions: readonly Permission[], { needs }: HostCall): boolean =>
  needs === undefined || permissions.some(({ id }) => (typeof needs === 'string' ? needs === id : needs.includes(id)))

/** The call of this name and kind, if the permissions allow it. Throws otherwise, because the guest is not trusted. */
export function findCall(
  permissions: readonly Permission[],
  name: string,
  kind: HostCall['kind'],
): (ctx: AnyCtx, args: readonly Json[]) => unknown {
  const call = Object.hasOwn(HOST_CALLS, name) ? HOST_CALLS[name] : undefined
  if (call === undefined || call.kind !== kind) throw new Error(`there is no call ${name}`)
  if (!isGranted(permissions, call)) throw new Error(`the permission for ${name} is missing`)
  return (ctx, args) => {
    const urlOf = SENDS_TO[name]
    if (urlOf !== undefined) requireNamedHost(permissions, urlOf(args))
    return call.use(ctx, args as readonly never[])
  }
}
