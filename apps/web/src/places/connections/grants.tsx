import type { Wallet } from '@satchel/client/operations'
import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { useExtensions } from '../../api/extensions.ts'
import { queryClient } from '../../api/query-client.ts'
import type { AnswerOf, InputOf } from '../../api/routes.ts'
import { useWallets } from '../../api/wallets.ts'
import { Isolated } from '../../language/isolated.tsx'
import { t } from '../../language/language.ts'
import { msatOf, satToMsat } from '../../money/money.ts'
import { satText } from '../../parts/amount.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Form, Submit } from '../../parts/form/form.tsx'
import { ButtonRow, List } from '../../parts/list-row.tsx'
import { Problem } from '../../parts/problem.tsx'
import { say } from '../../parts/toast.tsx'
import { useTask } from '../../parts/use-task.ts'
import { BudgetFields, useTokenForm } from './token-fields.tsx'

type GrantBody = InputOf<'PUT /api/v1/extension/grants/{ext_id}'>['body']
type Grant = AnswerOf<'GET /api/v1/extension/grants'>[number]

interface WalletGrant {
  readonly wallet: Wallet
  readonly grant: Grant
}

/** What the apps of this service may still spend, by wallet; nothing if none may. */
export function Grants() {
  const own = (useWallets().data ?? []).filter(({ share_id: share }) => share === undefined)
  const { data, error, refetch } = useQuery({
    queryKey: ['grants', own.map(({ id }) => id)],
    queryFn: async ({ signal }) => (await Promise.all(own.map((wallet) => readGrants(wallet, signal)))).flat(),
    enabled: own.length > 0,
    staleTime: 0,
  })
  const { data: extensions = [] } = useExtensions()
  if (error !== null) return <Problem error={error} onRetry={() => void refetch()} />
  if (data === undefined || data.length === 0) return null
  return (
    <section class="stack" aria-labelledby="grants">
      <h2 id="grants">{t('connect.apps-spend')}</h2>
      <List>
        {data.map(({ wallet, grant }) => {
          // Translated by the list of apps.
          const name = extensions.find(({ id }) => id === grant.ext_id)?.name ?? grant.name
          return <GrantRow key={`${wallet.id} ${grant.ext_id}`} wallet={wallet} grant={{ ...grant, name }} />
        })}
      </List>
    </section>
  )
}

const readGrants = async (wallet: Wallet, signal: AbortSignal): Promise<WalletGrant[]> =>
  (await call('GET /api/v1/extension/grants', { query: { wallet_id: wallet.id } }, { signal })).map((grant) => ({
    wallet,
    grant,
  }))

function GrantRow({ wallet, grant }: WalletGrant) {
  const [open, setOpen] = useState(false)
  const { name, active, ceiling, spent_msat: spent, needs_budget: needsBudget } = grant
  return (
    <>
      <ButtonRow
        icon="apps"
        title={name}
        note={
          <>
            <Isolated>{wallet.name}</Isolated>
            {' · '}
            {needsBudget && grant.budget_sats === null
              ? t('connect.no-budget')
              : active
                ? t('connect.may-spend', { amount: satText(satToMsat(ceiling)), spent: satText(msatOf(spent)) })
                : t('connect.stopped', { spent: satText(msatOf(spent)) })}
          </>
        }
        onClick={() => setOpen(true)}
      />
      {open && (
        <li>
          {needsBudget && !active ? (
            <BudgetDialog wallet={wallet} grant={grant} onClose={() => setOpen(false)} />
          ) : (
            <SwitchDialog wallet={wallet} grant={grant} onClose={() => setOpen(false)} />
          )}
        </li>
      )}
    </>
  )
}

interface GrantDialogProps extends WalletGrant {
  readonly onClose: () => void
}

async function setGrant({ wallet, grant }: WalletGrant, body: GrantBody): Promise<void> {
  const path = { ext_id: grant.ext_id }
  await call('PUT /api/v1/extension/grants/{ext_id}', { path, query: { wallet_id: wallet.id }, body })
  await queryClient.invalidateQueries({ queryKey: ['grants'] })
  say(t('action.saved'), 'good')
}

/** Revokes an app's permission to spend, or grants it again. */
function SwitchDialog({ wallet, grant, onClose }: GrantDialogProps) {
  const { name, active } = grant
  const title = t(active ? 'connect.stop-app' : 'connect.allow-app')
  const change = (): Promise<void> => setGrant({ wallet, grant }, { active: !active })
  return (
    <ConfirmDialog title={title} action={title} danger={active} onConfirm={change} onClose={onClose}>
      <p>{t(active ? 'connect.stop-note' : 'connect.allow-note', { name, wallet: wallet.name })}</p>
    </ConfirmDialog>
  )
}

/** Limits what a package may spend, whatever its items say. */
function BudgetDialog({ wallet, grant, onClose }: GrantDialogProps) {
  const { name, budget_sats: sats, period } = grant
  const state = useTokenForm(true, {
    ...(sats !== null && { typed: { unit: 'sat', text: String(sats) } }),
    ...(period !== null && { period }),
  })
  const task = useTask()
  const budget = state.wish?.budget
  const save = async (): Promise<void> => {
    if (budget === undefined) return
    await setGrant({ wallet, grant }, { active: true, budget_sats: budget.sats, period: budget.period })
    onClose()
  }
  return (
    <Dialog title={t('connect.give-budget')} onClose={onClose}>
      <Form task={task} onSend={save} draft="lost">
        <p>{t('connect.budget-note', { name, wallet: wallet.name })}</p>
        <BudgetFields state={state} />
        <Submit look="primary" wide disabled={budget === undefined}>
          {t('connect.give-budget')}
        </Submit>
      </Form>
    </Dialog>
  )
}
