import { hash } from 'node:crypto'
import { readInvoice } from '@satchel/bolt11/read-invoice'
import type { DecodedInvoice } from '@satchel/extension-sdk/decoded-invoice'
import type { AnyExtension } from '@satchel/extension-sdk/extension'
import { reject } from '@satchel/extension-sdk/rejection'
import type { WalletHandle } from '@satchel/extension-sdk/wallet-handle'
import { findPayable } from '@satchel/lnurl/find-payable'
import { knownLanguage } from '@satchel/page/languages'
import { findVerifiedEmail } from '../../../accounts/verified-email/verified-email-store.ts'
import { unixSeconds } from '../../../base/clock.ts'
import { newId, newOrderedId, randomChunk } from '../../../base/ids.ts'
import type { ExtensionDeps, Mail } from '../extension-deps.ts'
import type { NewIntent, NewJob, RunCommit, RunJob } from '../stores/commit-run.ts'
import type { KeptAnswer } from '../stores/kept-answer-store.ts'
import { type AskNeighbour, openNeighbours } from './ask-neighbour.ts'
import type { ItemCount } from './item-counts.ts'
import type { MinuteQuota } from './minute-quota.ts'
import { openRunChain } from './run-chain.ts'
import { createRunLocks } from './run-locks.ts'
import { openRunNostr } from './run-nostr.ts'
import { type AnyCtx, boundedJson, type RunParts } from './run-parts.ts'
import { openRunPasswords } from './run-passwords.ts'
import { openRunPayouts } from './run-payouts.ts'
import { createRunRows, type FindQuery, type RunRows } from './run-rows.ts'
import { openRunSeals } from './run-seals.ts'
import { openRunTargets } from './run-targets.ts'
import { noteTrigger } from './run-triggers.ts'
import { openRunVisitor } from './run-visitor.ts'
import { openRunWallets } from './run-wallets.ts'
import { languageOf, languageOfAccount, sayIn } from './run-words.ts'
import { sightOf, type Trigger } from './trigger.ts'
import { createRunWallets, type NamedWallet, type RunWallets } from './wallet-names.ts'

/** One run of a handler: its context, and the changes to commit at its end. */
export interface Run {
  readonly ctx: AnyCtx
  readonly rows: RunRows
  readonly wallets: RunWallets
  /** All changes of the handler; undefined = none. */
  commit(job: number | undefined, kept?: KeptAnswer): Promise<RunCommit | undefined>
  /** The handler's counts. */
  readonly counts: readonly ItemCount[]
}

/** Networks by the prefix of their invoices. */
const NETWORKS: Readonly<Record<string, AnyCtx['network']>> = {
  bc: 'mainnet',
  tb: 'testnet',
  tbs: 'signet',
  bcrt: 'regtest',
  sb: 'regtest',
}
const MAX_MESSAGE_BYTES = 16 * 1024

export function openRun(
  deps: ExtensionDeps,
  extension: AnyExtension,
  { trigger, quota, ask }: { trigger: Trigger; quota: MinuteQuota; ask: AskNeighbour },
): Run {
  const at = Math.floor(deps.clock() / 1000)
  const wallets = createRunWallets(() => randomChunk(8).toString('hex'))
  const rows = createRunRows(deps, extension, { sight: sightOf(trigger, extension), wallets, at, newId })
  const parts: RunParts = { deps, extension, trigger, wallets, rows, demand: createDemand(extension), at }
  const intents: NewIntent[] = []
  const money = openRunWallets(parts, quota)
  const extId = extension.manifest.id
  const { lock, list: listLocks } = createRunLocks((name) => findLockVersion(deps, extId, name))
  const payouts = openRunPayouts(parts, intents, lock)
  const news = openNews(parts)
  const counts: ItemCount[] = []
  const ctx: AnyCtx = {
    items: storeOf(parts, 'items'),
    table: (name) => storeOf(parts, name),
    wallets: money.calls,
    ...payouts.calls,
    targets: openRunTargets(parts),
    visitor: openRunVisitor(parts, quota),
    decode,
    lock: (rule, wallet) => lock(wallet === undefined ? rule : `${rule} ${wallets.walletOf(wallet).walletId}`),
    http: (request) => fetchFor(parts, request),
    notify: news.notify,
    nostr: openRunNostr(parts, news.kept.jobs),
    chain: openRunChain(parts),
    increment: (itemId, field) => void counts.push({ extId, itemId, field }),
    rates: { toSat: money.toSat },
    log: logOf(parts),
    now: () => deps.clock(),
    randomId: (bytes = 16) => randomChunk(bytes).toString('hex'),
    hash: (text) => hash('sha256', text, 'hex'),
    matchesPassword: openRunPasswords(parts),
    ...openNeighbours(parts, { jobs: news.kept.jobs, ask }),
    url: (path) => `${deps.publicUrl}/${extId}${path}`,
    ...factsOf(parts),
  }
  noteTrigger(ctx, trigger)
  return {
    ctx,
    rows,
    wallets,
    counts,
    async commit(job, kept) {
      const commit: RunCommit = {
        extId,
        shown: trigger.by === 'owner' ? trigger.shown : undefined,
        at: unixSeconds(deps.clock),
        job,
        kept,
        locks: listLocks(),
        rows: await rows.changes(),
        invoices: money.invoices,
        intents,
        share: payouts.share(),
        ...news.kept,
        jobs: news.kept.jobs.map((job) => toNewJob(parts, job)),
        subscriptionsChanged: extension.nostr !== undefined && rows.hasChanged('items', extension.nostr.watchedFields),
      }
      const lists = [commit.rows, commit.invoices, intents, commit.pushes, commit.webhooks, commit.jobs]
      const isEmpty = commit.share === undefined && lists.every((list) => list.length === 0)
      return isEmpty && job === undefined && kept === undefined ? undefined : commit
    },
  }
}

/**
 * A job's account is the run's user, or the owner of the row that the job or the run is about. Publishing zap receipts
 * has a separate lane: payers choose their relays, and the owner's apps must not wait for these.
 */
function toNewJob({ trigger, rows, extension }: RunParts, { about, ...job }: RunJob): NewJob {
  const own = 'userId' in trigger ? trigger.userId : rows.ownerOf(about)
  const isReceipt = job.kind === 'nostr' && trigger.by === 'settlement'
  return { ...job, account: own === undefined ? extension.manifest.id : isReceipt ? `receipts of ${own}` : own }
}

/** Facts about the service, and its seal. */
function factsOf(parts: RunParts) {
  const { payments, domains, ownAddresses } = parts.deps
  const { funding, policy } = payments
  const { nodeKey = '', network = '' } = funding.identity() ?? {}
  const facts = {
    nodePubkey: nodeKey,
    network: NETWORKS[network] ?? '',
    maxSat: Number(policy.maxPaymentMsat / 1000n),
    domains,
    formerHosts: ownAddresses.formerHosts,
  }
  return { ...facts, ...openRunSeals(parts) } as const
}

const logOf = ({ deps, extension }: RunParts): AnyCtx['log'] => ({
  info: (message, data) => deps.log.info({ extension: extension.manifest.id, data }, message.slice(0, 1024)),
  warn: (message, data) => deps.log.warn({ extension: extension.manifest.id, data }, message.slice(0, 1024)),
})

function createDemand({ manifest }: AnyExtension): RunParts['demand'] {
  return (id) => {
    const found = manifest.permissions.find((permission) => permission.id === id)
    if (found === undefined) throw new Error(`${manifest.id} does this without the permission "${id}"`)
    return found as never
  }
}

/** A store on the rows of one kind. */
function storeOf({ rows, wallets, trigger }: RunParts, kind: string): AnyCtx['items'] {
  const toQuery = (query: { wallet?: WalletHandle } & FindQuery = {}): FindQuery => ({
    ...query,
    walletId: query.wallet === undefined ? undefined : wallets.walletOf(query.wallet).walletId,
  })
  const defaultWallet = () => {
    if (trigger.by === 'owner' || trigger.by === 'settlement') return trigger
    throw new Error('a row that no owner and no payment makes needs its wallet')
  }
  return {
    get: async (id) => (await rows.get(kind, id)) as never,
    find: async (query) => (await rows.find(kind, toQuery(query))) as never,
    count: (query) => rows.count(kind, toQuery(query)),
    insert: async (row, wallet) => {
      const { walletId, userId } = wallet === undefined ? defaultWallet() : wallets.walletOf(wallet)
      return (await rows.insert(kind, row, { walletId, userId })) as never
    },
    update: async (id, patch) => (await rows.update(kind, id, patch)) as never,
    remove: (id) => rows.remove(kind, id),
  }
}

/** Notifications, sent after the commit. */
function openNews(parts: RunParts) {
  const { deps, trigger, wallets, demand } = parts
  const kept: {
    readonly pushes: RunCommit['pushes'][number][]
    readonly webhooks: RunCommit['webhooks'][number][]
    readonly jobs: RunJob[]
  } = { pushes: [], webhooks: [], jobs: [] }
  /** The given wallet, else that of the run. */
  const walletFor = (handle: WalletHandle | undefined): NamedWallet => {
    if (handle !== undefined) return wallets.walletOf(handle)
    if (trigger.by === 'owner' || trigger.by === 'settlement') return trigger
    throw new Error('what is sent out by a run for no wallet needs a wallet')
  }
  const notify: AnyCtx['notify'] = {
    async webhook(url, body, options = {}) {
      const wallet = walletFor(options.wallet)
      kept.webhooks.push({
        id: newId(),
        walletId: wallet.walletId,
        url,
        body: boundedJson(body, MAX_MESSAGE_BYTES),
        headers: options.headers === undefined ? null : JSON.stringify(options.headers),
      })
    },
    async push(channel, body) {
      demand('ws')
      kept.pushes.push({ channel, body: boundedJson(body, MAX_MESSAGE_BYTES) })
    },
    async mail(to, subject, text, { wallet: handle, reason = 'report', customText, language: asked } = {}) {
      demand('mail')
      const { userId } = walletFor(handle)
      const verified = await findVerifiedEmail(deps.db, userId)
      const isOwn = verified?.toLowerCase() === to.toLowerCase()
      if (reason !== 'order' && (verified === undefined || (reason === 'report' && !isOwn))) return 'not-verified'
      const isVisited = reason !== 'report' && trigger.by === 'visitor'
      const language =
        knownLanguage(asked) ?? (isVisited ? languageOf(trigger) : await languageOfAccount(parts, userId))
      const body = sayIn(parts.extension, text, language)
      const mail: Mail = {
        to: oneLine(to),
        subject: oneLine(sayIn(parts.extension, subject, language)),
        text: verified === undefined || customText === undefined ? body : `${body}\n\n${customText}`,
        sender: { userId, reason, language },
      }
      kept.jobs.push({ kind: 'mail', reference: newOrderedId(deps.clock()), payload: JSON.stringify(mail) })
      return 'queued'
    },
  }
  return { notify, kept }
}

/** Prevents mail header injection by a name. */
const oneLine = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ').trim()

async function fetchFor(
  { deps, extension }: RunParts,
  request: Parameters<AnyCtx['http']>[0],
): ReturnType<AnyCtx['http']> {
  requireHost(extension, request.url)
  const answer = await deps.outbound.request({
    method: request.method as 'GET',
    url: request.url,
    ...(request.headers !== undefined && { headers: request.headers }),
    ...(request.body !== undefined && { body: request.body }),
    timeoutMs: Math.min(request.timeoutMs ?? 10_000, 10_000),
    maxBytes: 256 * 1024,
  })
  if (answer.kind !== 'answered') throw reject(`The requested host cannot be reached: ${answer.kind}.`, 503)
  return { status: answer.status, body: answer.body.toString() }
}

/** Throws when the manifest does not ask for it. */
export function requireHost(extension: AnyExtension, url: string): void {
  const { hosts } = createDemand(extension)('http')
  const host = URL.canParse(url) ? new URL(url).host : ''
  if (!hosts.includes('*') && !hosts.includes(host)) throw new Error(`the manifest does not name the host ${host}`)
}

/** Reads an external text. */
function decode(text: string): DecodedInvoice {
  const { text: bolt11, link } = findPayable(text)
  const invoice = readInvoice(bolt11)
  // A link may have the amount that its invoice lacks.
  const msat = invoice.amountMsat ?? (link?.amountSat === undefined ? undefined : link.amountSat * 1000)
  return {
    bolt11: invoice.bolt11,
    paymentHash: invoice.paymentHash,
    payee: invoice.payee,
    createdAt: invoice.timestamp,
    expiresAt: invoice.timestamp + invoice.expirySeconds,
    ...(msat !== undefined && { msat: Number(msat) }),
    ...(invoice.description !== undefined && { description: invoice.description }),
    ...(invoice.descriptionHash !== undefined && { descriptionHash: invoice.descriptionHash }),
  }
}

/** 0 = it was never locked. */
const findLockVersion = async ({ db }: ExtensionDeps, extId: string, name: string): Promise<number> => {
  const sql = 'SELECT version FROM extension_locks WHERE ext_id = $1 AND name = $2'
  return (await db.first(sql, [extId, name], (row: { version: bigint }) => Number(row.version))) ?? 0
}
