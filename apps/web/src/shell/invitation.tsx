import { call } from '../api/call.ts'
import { refresh } from '../api/live.ts'
import { readSession } from '../api/session.ts'
import { t } from '../language/language.ts'
import { Button } from '../parts/button.tsx'
import { Problem } from '../parts/problem.tsx'
import { say } from '../parts/toast.tsx'
import { useTask } from '../parts/use-task.ts'

interface Offer {
  readonly share_request_id: string
  readonly wallet_name: string
  readonly owner: string
  readonly permissions: readonly string[]
}

/** An unanswered invitation to a shared wallet. */
export function Invitation({ offer }: { readonly offer: Offer }) {
  const { share_request_id: id, wallet_name: name, owner, permissions } = offer
  const task = useTask()
  const answer = async (accepted: boolean): Promise<void> => {
    if (accepted) await call('PUT /api/v1/wallet/share', { body: { share_request_id: id } })
    else await call('DELETE /api/v1/wallet/share/invite/{id}', { path: { id } })
    // The session lists invitations, too.
    await Promise.all([readSession(), refresh()])
    say(t(accepted ? 'home.accepted' : 'home.declined', { name }), 'good')
  }
  const maySpend = permissions.includes('send-payments')
  return (
    <section class="invitation stack" aria-labelledby={`offer-${id}`}>
      <h2 id={`offer-${id}`} dir="auto">
        {t('home.invited', { owner, name })}
      </h2>
      <p class="note">{t(maySpend ? 'home.invited-spend' : 'home.invited-see')}</p>
      <div class="row-of-buttons">
        <Button wide busy={task.busy} onClick={() => task.run(() => answer(false))}>
          {t('home.decline')}
        </Button>
        <Button look="primary" wide busy={task.busy} onClick={() => task.run(() => answer(true))}>
          {t('home.accept')}
        </Button>
      </div>
      <Problem error={task.error} />
    </section>
  )
}
