import type { WalletShare } from '@satchel/client/operations'
import { call } from '../../api/call.ts'
import { refresh } from '../../api/live.ts'
import { useShares } from '../../api/shares.ts'
import { t } from '../../language/language.ts'
import { Button } from '../../parts/button.tsx'
import { Problem } from '../../parts/problem.tsx'
import { say } from '../../parts/toast.tsx'
import { useTask } from '../../parts/use-task.ts'
import { rightWords } from './rights.ts'

/** Wallets of others that wait for an answer. */
export function Invitations() {
  const offered = useShares().data?.offered ?? []
  return offered.map((share) => <Invitation key={share.share_request_id} share={share} />)
}

function Invitation({ share }: { readonly share: WalletShare }) {
  const { share_request_id: id, owner, wallet_name: wallet, permissions } = share
  const task = useTask()
  const accept = async (): Promise<void> => {
    await call('PUT /api/v1/wallet/share', { body: { share_request_id: id } })
    say(t('people.accepted', { wallet }), 'good')
    await refresh()
  }
  const decline = async (): Promise<void> => {
    await call('DELETE /api/v1/wallet/share/invite/{id}', { path: { id } })
    say(t('people.declined'), 'good')
    await refresh()
  }
  return (
    <section class="invitation stack" aria-labelledby={`share-${id}`}>
      <h2 id={`share-${id}`} dir="auto">
        {t('people.invites-you', { owner, wallet })}
      </h2>
      <p>{t('people.you-may', { rights: rightWords(permissions) })}</p>
      <Problem error={task.error} />
      <div class="row-of-buttons">
        <Button wide busy={task.busy} onClick={() => task.run(decline)}>
          {t('people.decline')}
        </Button>
        <Button look="primary" wide busy={task.busy} onClick={() => task.run(accept)}>
          {t('people.accept')}
        </Button>
      </div>
    </section>
  )
}
