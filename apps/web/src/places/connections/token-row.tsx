import type { AclToken } from '@satchel/client/operations'
import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { useWallets } from '../../api/wallets.ts'
import { fullDay, shortTime } from '../../language/dates.ts'
import { joined, named } from '../../language/joined.ts'
import { t } from '../../language/language.ts'
import { satToMsat } from '../../money/money.ts'
import { satText } from '../../parts/amount.tsx'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { TextRow } from '../../parts/list-row.tsx'
import { say } from '../../parts/toast.tsx'
import { secondsOf } from './seconds-of.ts'
import { refreshConnections } from './use-connections.ts'

interface TokenRowProps {
  readonly aclId: string
  readonly token: AclToken
  /** Its rights move money: show the budget. */
  readonly canSpend: boolean
}

/** A token with budget, lifetime and last use, and the button that revokes it. */
export function TokenRow({ aclId, token, canSpend }: TokenRowProps) {
  const [asking, setAsking] = useState(false)
  const { id, name, created_at: created, expires_at: expires, last_used_at: used } = token
  const title = name === '' ? t('connect.token-of', { day: fullDay(secondsOf(created)) }) : name
  const wallet = useWallets().data?.find((each) => each.id === token.wallet_id)
  const facts = [
    ...(token.wallet_id === null ? [] : [t('connect.one-wallet', { wallet: wallet?.name ?? token.wallet_id })]),
    ...(canSpend || token.budget_sats !== null ? [budgetText(token)] : []),
    expires === null
      ? undefined
      : t(Date.parse(expires) < Date.now() ? 'connect.expired' : 'connect.expires', {
          time: shortTime(secondsOf(expires)),
        }),
    used === null ? t('connect.never-used') : t('connect.last-used', { time: shortTime(secondsOf(used)) }),
  ]
  const revoke = async (): Promise<void> => {
    await call('DELETE /api/v1/auth/acls/{acl_id}/tokens/{token_id}', { path: { acl_id: aclId, token_id: id } })
    await refreshConnections()
    say(t('connect.revoked'), 'good')
  }
  return (
    <>
      <TextRow
        icon="key"
        title={title}
        note={joined(facts)}
        end={
          <Button label={named(t('connect.revoke'), title)} onClick={() => setAsking(true)}>
            {t('connect.revoke')}
          </Button>
        }
      />
      {asking && (
        <li>
          <ConfirmDialog
            title={t('connect.revoke')}
            action={t('connect.revoke')}
            danger
            onConfirm={revoke}
            onClose={() => setAsking(false)}
          >
            <p>{t('connect.revoke-note')}</p>
          </ConfirmDialog>
        </li>
      )}
    </>
  )
}

function budgetText({ budget_sats: sats, budget_period: period }: AclToken): string {
  if (sats === null) return t('connect.no-limit')
  const values = { amount: satText(satToMsat(sats)) }
  if (period === 'day') return t('connect.budget-day', values)
  return t(period === 'week' ? 'connect.budget-week' : 'connect.budget-month', values)
}
