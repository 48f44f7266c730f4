import type { HttpApp } from '@satchel/http/http-app'
import { schemaRef } from '@satchel/http/schema-ref'
import { badRequest } from '@satchel/http/service-error'
import { requireFeeLimit } from '@satchel/lightning/port/funding-source'
import type { Static } from 'typebox'
import { actorOf } from '../../access/access-rules.ts'
import { shownBy } from '../../access/shown-credential.ts'
import { type Clock, unixSeconds } from '../../base/clock.ts'
import type { Database } from '../../db/database.ts'
import type { FundingSources } from '../../funding/funding-sources.ts'
import { toTroublesJson } from '../../funding/trouble-json.ts'
import type { KeyVault } from '../../wallets/wallet-keys.ts'
import { notStored, removeFormerNode, removeStoredNode, storeNode } from './change-stored-node.ts'
import type { NodeChoice } from './choose-node.ts'
import { fieldsOf, REAL_KINDS, type RealKind, STATEMENTS, secretsAmong, type Variables } from './node-fields.ts'
import { NodeSettings, TRY_BODY, TriedNode, USE_BODY } from './node-schemas.ts'
import { readNode, readValues, requireStart } from './read-choice.ts'
import { type ChosenVariables, currentIn, formerIn, openVariables, sealVariables } from './stored-node.ts'
import { findStoredNode } from './stored-node-store.ts'
import { type NodeReport, report, tryNode } from './try-node.ts'

export interface NodeRoutesDeps {
  readonly db: Database
  readonly clock: Clock
  readonly vault: KeyVault
  readonly funding: FundingSources
  readonly nodeChoice: NodeChoice
}

/** The super user sees the Lightning node, tries another one, and stores it for the next start (decision 0067). */
export function nodeRoutes(app: HttpApp, deps: NodeRoutesDeps): void {
  const { db, clock, vault, nodeChoice } = deps
  const config = { access: 'super-user' } as const
  const path = '/api/v1/admin/funding'
  app.get(path, { config, schema: GET }, () => describe(deps))
  app.post(`${path}/try`, { config, schema: TRY }, async (request) => {
    const { kind, values } = request.body
    const { tried } = await readAndTry(deps, kind, values)
    return toTried(deps, kind, tried)
  })
  app.put(path, { config: { ...config, grantsAccess: true }, schema: PUT }, async (request) => {
    const { kind, values, former_gone: formerGone = false } = request.body
    const former = formerGone ? 'none' : currentIn(nodeChoice.env, deps.funding.kind as RealKind)
    const { tried, variables } = await readAndTry(deps, kind, values, former)
    const isSame = isInUse(deps, kind, tried)
    const before = formerIn(nodeChoice.env, formerKindOf(nodeChoice))
    const chosen: ChosenVariables = { kind, variables, former: isSame ? before : former }
    await db.transact(storeNode, {
      kind,
      nodeKey: tried.nodeKey,
      alias: tried.alias ?? '',
      formerKind: kindOf(chosen.former),
      sealed: sealVariables(vault, chosen),
      ...followedBy(deps, isSame),
      mayLeave: formerGone,
      isNameless: isSame && tried.nodeKey === '' && !isSameAccount(nodeChoice, kind, variables),
      actor: actorOf(request),
      at: unixSeconds(clock),
      shown: shownBy(request),
    })
    return describe(deps)
  })
  app.delete(path, { config, schema: REMOVE }, async (request) => {
    const isInUse = nodeChoice.counts === 'stored'
    await db.transact(removeStoredNode, { isInUse, actor: actorOf(request), at: unixSeconds(clock) })
    return describe(deps)
  })
  app.delete(`${path}/former`, { config, schema: REMOVE_FORMER }, async (request) => {
    const stored = await findStoredNode(db)
    if (stored?.formerKind === undefined) throw notStored()
    const sealed = sealVariables(vault, { ...openVariables(vault, stored.sealed), former: undefined })
    const actor = actorOf(request)
    await db.transact(removeFormerNode, { before: stored.sealed, sealed, actor, at: unixSeconds(clock) })
    return describe(deps)
  })
}

/** Throws 400 with the reason, without secrets. `former`: the node is to be used, with this one as the former node. */
async function readAndTry(
  { clock, nodeChoice }: NodeRoutesDeps,
  kind: RealKind,
  values: Variables,
  former?: ChosenVariables['former'],
): Promise<{ tried: NodeReport; variables: Variables }> {
  const { given, config } = nodeChoice
  const variables = readValues(kind, values)
  const funding = readNode(given, { kind, variables }, config.dataFolder)
  if (former !== undefined) requireStart(given, { kind, variables, former })
  try {
    const tried = await tryNode(funding, clock)
    if (former !== undefined) requireFeeLimit(tried, funding.allowUncappedFees)
    return { tried, variables }
  } catch (error) {
    const message = error instanceof Error ? error.message : 'it does not answer'
    const reason = secretsAmong(variables).reduce((text, secret) => text.replaceAll(secret, '***'), message)
    throw badRequest(`The node cannot be used: ${reason}`, { code: 'node_not_usable', params: { reason } })
  }
}

/** After a change the node in use is the former one; when only its credentials change, the former one stays. */
function followedBy({ funding }: NodeRoutesDeps, isSame: boolean) {
  const ids = (isSame ? funding.all : [funding]).flatMap((source) => source.id() ?? [])
  return { followed: ids, followedKind: funding.id() === undefined ? funding.kind : undefined }
}

const isInUse = ({ funding }: NodeRoutesDeps, kind: string, { nodeKey }: NodeReport): boolean => {
  const identity = funding.identity()
  return funding.kind === kind && identity !== undefined && (identity.accountId ?? identity.nodeKey) === nodeKey
}

/** The host does not identify accounts: equal credentials mean the same account. */
function isSameAccount({ env }: NodeChoice, kind: RealKind, variables: Variables): boolean {
  const statements = STATEMENTS.map(({ name }) => name)
  const own = Object.entries(variables).filter(([name]) => !statements.includes(name))
  const inForce = currentIn(env, kind).variables
  return own.length === Object.keys(inForce).length && own.every(([name, value]) => inForce[name] === value)
}

const kindOf = (former: ChosenVariables['former']): string | undefined =>
  typeof former === 'object' ? former.kind : former

const formerKindOf = ({ config }: NodeChoice) => {
  const { former } = config.funding
  return typeof former === 'object' ? former.kind : former
}

async function describe(deps: NodeRoutesDeps): Promise<Static<typeof NodeSettings>> {
  const { db, funding, nodeChoice } = deps
  const { counts, overruledBy, sealedAtStart, given } = nodeChoice
  const [stored, reported] = await Promise.all([findStoredNode(db), report(funding).catch(() => undefined)])
  const isStoredInUse = counts === 'stored' && stored?.sealed === sealedAtStart
  return {
    counts,
    overruled_by: [...overruledBy],
    restart_needed: overruledBy.length === 0 && stored?.sealed !== sealedAtStart,
    in_use: {
      kind: funding.kind,
      ...toJson(reported ?? { can: funding.can }),
      answers: funding.health.answers(),
      answered_at: funding.health.answeredAt() ?? null,
      troubles: toTroublesJson(funding.health.troubles()),
    },
    former_kind: formerKindOf(nodeChoice) ?? null,
    stored:
      stored === undefined
        ? null
        : {
            kind: stored.kind,
            node_key: stored.nodeKey,
            alias: stored.alias,
            former_kind: stored.formerKind ?? null,
            stored_at: stored.storedAt,
            stored_by: stored.storedBy,
            in_use: isStoredInUse,
          },
    kinds: REAL_KINDS.map((kind) => ({
      kind,
      fields: fieldsOf(kind).map((field) => ({
        name: field.name,
        type: field.kind,
        secret: field.secret !== undefined,
        about: field.about,
        default: field.default ?? field.varies ?? '',
        is_set: STATEMENTS.includes(field) && Boolean(given[field.name]?.trim()),
      })),
    })),
  }
}

const toTried = (deps: NodeRoutesDeps, kind: RealKind, tried: NodeReport): Static<typeof TriedNode> => ({
  kind,
  ...toJson(tried),
  proves_payments: tried.can.provesPayments,
  is_in_use: isInUse(deps, kind, tried),
})

const toJson = (reported: Partial<NodeReport> & Pick<NodeReport, 'can'>) => ({
  network: reported.network ?? null,
  node_key: reported.nodeKey ?? null,
  alias: reported.alias ?? null,
  can_send_msat: toNumber(reported.canSendMsat),
  can_receive_msat: toNumber(reported.canReceiveMsat),
  height: reported.height ?? null,
  synced: reported.synced ?? null,
  on_chain_msat: toNumber(reported.onChainMsat),
  can_hold: reported.can.hold,
  can_limit_fees: reported.can.feeLimit,
})

const toNumber = (amount: bigint | undefined): number | null => (amount === undefined ? null : Number(amount))

const answer = (description: string) => ({
  200: schemaRef(NodeSettings, description),
})

const GET = {
  operationId: 'getNodeSettings',
  tags: ['admin'],
  summary: 'Read the Lightning node',
  description:
    'Node in use with the state that it reports, the source of its configuration, the node stored for the next start, and the kinds that can be used. Never credentials. With several processes each answers for itself.',
  response: answer('The node.'),
} as const

const TRY = {
  operationId: 'tryNode',
  tags: ['admin'],
  summary: 'Test a Lightning node',
  description:
    'Queries identity and features of a node, as the start does, and stores nothing. May take a few seconds. 400 with the reason if a value is wrong, or the node does not answer or rejects its credentials.',
  body: TRY_BODY,
  response: {
    200: schemaRef(TriedNode, 'Answer of the node.'),
  },
} as const

const PUT = {
  operationId: 'useNode',
  tags: ['admin'],
  summary: 'Store the Lightning node for the next start',
  description:
    'Tests the node, then stores it with its credentials encrypted. It is used from the next start on, unless the environment configures a node. The node in use becomes the former one, where its payments are followed. 409 if payments or invoices in flight belong to a third node. Recorded in the audit log, without credentials. See the guide, "Another node".',
  body: USE_BODY,
  response: answer('What is stored now.'),
} as const

const REMOVE = {
  operationId: 'removeStoredNode',
  tags: ['admin'],
  summary: 'Remove the stored Lightning node',
  description:
    'The next start uses the environment. 404 if none is stored; 409 while payments or invoices are in flight at the stored node in use.',
  response: answer('What counts now.'),
} as const

const REMOVE_FORMER = {
  operationId: 'removeFormerNode',
  tags: ['admin'],
  summary: 'Remove the former Lightning node',
  description:
    'From the next start on, the node before the stored one is not queried and its credentials are deleted. 404 if there is none; 409 while payments or invoices are in flight there, and before the stored node was used.',
  response: answer('What is stored now.'),
} as const
