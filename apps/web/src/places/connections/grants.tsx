import { useQuery } from '@tanstack/preact-query'
import type { Wallet } from '@satchel/client/operations'
import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import type { AnswerOf } from '../../api/routes.ts'
import { useWallets } from '../../api/wallets.ts'
import { t } from '../../language/language.ts'
import { msatOf, satToMsat } from '../../money/money.ts'
import { satText } from '../../parts/amount.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { ButtonRow, List } from '../../parts/list-row.tsx'
import { Problem } from '../../parts/problem.tsx'
import { say } from '../../parts/toast.tsx'

type Grant = AnswerOf<'GET /api/v1/extension/grants'>[number]

interface WalletGrant {
  readonly wallet: Wallet
  readonly grant: Grant
}

/** What the apps of this service may still spend, by wallet; nothing where no app may. */
export function Grants() {
  const own = (useWallets().data ?? []).filter(({ share_id: share }) => share === undefined)
  const { data, error, refetch } = useQuery({
    queryKey: ['grants', own.map(({ id }) => id)],
    queryFn: async ({ signal }) => (await Promise.all(own.map((wallet) => readGrants(wallet, signal)))).flat(),
    enabled: own.length > 0,
    staleTime: 0,
  })
  if (error !== null) return <Problem error={error} onRetry={() => void refetch()} />
  if (data === undefined || data.length === 0) return null
  return (
    <section class="stack" aria-labelledby="grants">
      <h2 id="grants">{t('connect.apps-spend')}</h2>
      <List>
        {data.map(({ wallet, grant }) => (
          <GrantRow key={`${wallet.id} ${grant.ext_id}`} wallet={wallet} grant={grant} />
        ))}
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
  const { ext_id: extId, name, active, ceiling, spent_msat: spent } = grant
  const title = t(active ? 'connect.stop-app' : 'connect.allow-app')
  const change = async (): Promise<void> => {
    await call('PUT /api/v1/extension/grants/{ext_id}', {
      path: { ext_id: extId },
      query: { wallet_id: wallet.id },
      body: { active: !active },
    })
    await queryClient.invalidateQueries({ queryKey: ['grants'] })
    say(t('action.saved'), 'good')
  }
  return (
    <>
      <ButtonRow
        icon="apps"
        title={name}
        note={
          <>
            <bdi>{wallet.name}</bdi>
            {' · '}
            {active
              ? t('connect.may-spend', { amount: satText(satToMsat(ceiling)), spent: satText(msatOf(spent)) })
              : t('connect.stopped', { spent: satText(msatOf(spent)) })}
          </>
        }
        onClick={() => setOpen(true)}
      />
      {open && (
        <li>
          <ConfirmDialog title={title} action={title} danger={active} onConfirm={change} onClose={() => setOpen(false)}>
            <p>{t(active ? 'connect.stop-note' : 'connect.allow-note', { name, wallet: wallet.name })}</p>
          </ConfirmDialog>
        </li>
      )}
    </>
  )
}
