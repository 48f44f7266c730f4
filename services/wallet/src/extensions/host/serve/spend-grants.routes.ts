import { Detail } from '@satchel/http/detail'
import type { HttpApp } from '@satchel/http/http-app'
import { schemaRef } from '@satchel/http/schema-ref'
import { badRequest, notFound } from '@satchel/http/service-error'
import { Type } from 'typebox'
import { walletOf } from '../../../access/access-rules.ts'
import { requireFreshProof } from '../../../access/fresh-proof.ts'
import { shownBy } from '../../../access/shown-credential.ts'
import { unixSeconds } from '../../../base/clock.ts'
import { EXTENSION_ID } from '../../../config/extensions.ts'
import { findBudget, setSpending } from '../stores/spend-grant-store.ts'
import { canSpend } from './can-spend.ts'
import { listSpendGrants, type SpendGrant } from './list-spend-grants.ts'
import { refuseBound } from './require-unbound.ts'
import type { ServeDeps } from './serve-items.ts'

/** Routes to list and to revoke what extensions may spend from a wallet (rule X20). */
export function spendGrantRoutes(app: HttpApp, { host, system }: ServeDeps): void {
  const config = { access: 'admin-key' } as const
  const definitions = () => system.list().map(({ definition }) => definition)
  app.get('/api/v1/extension/grants', { config, schema: LIST }, async (request) => {
    const { id: walletId, userId } = walletOf(request)
    return (await listSpendGrants(host, definitions(), { walletId, userId })).map(toGrantBody)
  })
  app.put(
    '/api/v1/extension/grants/:ext_id',
    { config: { ...config, grantsAccess: 'handler-asks' }, schema: SET },
    async (request) => {
      const { active, budget_sats: budgetSat, period = 'week', max_sats: maxSat = null } = request.body
      // Spending is revoked immediately; a budget in the same request applies when it is allowed again.
      const isGrant = active || budgetSat !== undefined
      if (isGrant) requireFreshProof(request.principal)
      const { id: walletId, userId } = walletOf(request)
      const extId = request.params.ext_id.toLowerCase()
      const extension = EXTENSION_ID.test(extId)
        ? definitions().find(({ manifest }) => manifest.id === extId)
        : undefined
      if (extension === undefined || !canSpend(extension)) {
        throw notFound('There is no such extension, or it never spends anything.', { code: 'extension_not_found' })
      }
      const { db, clock } = host.deps
      const needsBudget = host.deps.needsBudget(extId)
      if (isGrant) refuseBound(request.principal)
      const budget = budgetSat === undefined || !needsBudget ? undefined : { budgetSat, period, maxSat }
      if (active && needsBudget && budget === undefined && !(await findBudget(db, extId, walletId))) {
        throw badRequest('This extension spends under a budget: send budget_sats and period.', {
          code: 'budget_missing',
        })
      }
      // A key acts for the account that owns its wallet.
      const actor = { id: userId, address: request.ip }
      const set = { extId, walletId, userId, active, budget, actor, at: unixSeconds(clock) }
      await db.transact(setSpending, { ...set, shown: isGrant ? shownBy(request) : undefined })
      return { detail: active ? 'The extension may spend within its items' : 'The extension spends nothing more' }
    },
  )
}

const Period = Type.Union([Type.Literal('day'), Type.Literal('week'), Type.Literal('month')])

const toGrantBody = (grant: SpendGrant) => ({
  ext_id: grant.extId,
  name: grant.name,
  active: grant.active,
  items: grant.items,
  ceiling: grant.ceilingSat,
  passes_on: grant.forwards,
  spent_msat: Number(grant.spentMsat),
  needs_budget: grant.needsBudget,
  budget_sats: grant.budget?.budgetSat ?? null,
  period: grant.budget?.period ?? null,
  max_sats: grant.budget?.maxSat ?? null,
})

const LIST = {
  operationId: 'listSpendGrants',
  tags: ['extensions'],
  summary: 'Read what extensions may spend from a wallet',
  description:
    'One row for each extension that may pay and has items in this wallet, or whose spending was revoked. An item permits its extension to spend what its fields allow, not more.',
  response: {
    200: Type.Array(
      Type.Object({
        ext_id: Type.String({ description: 'Id of the extension.' }),
        name: Type.String({ description: 'Name of the extension.' }),
        active: Type.Boolean({ description: 'False: its spending from this wallet is revoked.' }),
        items: Type.Integer({ description: 'Number of its items in this wallet.' }),
        ceiling: Type.Integer({
          description: 'Amount that its items may still spend, satoshis without routing fees.',
        }),
        passes_on: Type.Boolean({ description: 'True: it also forwards receipts of the wallet, as its items say.' }),
        spent_msat: Type.Integer({ description: 'Amount spent or in flight, millisatoshis with fees.' }),
        needs_budget: Type.Boolean({
          description: 'True: a package, which spends within a budget that you set, and nothing without one.',
        }),
        budget_sats: Type.Union([Type.Integer(), Type.Null()], {
          description: 'Budget of a package per period, with fees; null = none.',
        }),
        period: Type.Union([Period, Type.Null()], { description: 'Period: the last 24 hours, 7 days or 30 days.' }),
        max_sats: Type.Union([Type.Integer(), Type.Null()], { description: 'Maximum per payment.' }),
      }),
      { description: 'In the order of the extensions.' },
    ),
  },
} as const

const SET = {
  operationId: 'setSpendGrant',
  tags: ['extensions'],
  summary: 'Revoke or allow the spending of an extension',
  description:
    'Applies immediately, to all its items in this wallet, new ones included. Payments that it has committed to before are still paid. A session or an access token needs a step-up to allow it or to set a budget, but not to revoke it.',
  params: Type.Object({
    ext_id: Type.String({ minLength: 1, maxLength: 64, description: 'Id of the extension.', examples: ['withdraw'] }),
  }),
  body: Type.Object({
    active: Type.Boolean({ description: 'False: revokes its spending.' }),
    budget_sats: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 2_100_000_000_000_000,
        description: 'Budget of a package per period, with fees. Required the first time.',
      }),
    ),
    period: Type.Optional({
      ...Period,
      default: 'week',
      description: 'Period of the budget: the last 24 hours, 7 days or 30 days.',
    }),
    max_sats: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 2_100_000_000_000_000, description: 'Maximum per payment.' }),
    ),
  }),
  response: {
    200: schemaRef(Detail, 'Done.'),
  },
} as const
