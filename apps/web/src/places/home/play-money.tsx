import { call } from '../../api/call.ts'
import { refresh } from '../../api/live.ts'
import { t } from '../../language/language.ts'
import { formatSat, satToMsat } from '../../money/money.ts'
import { Button } from '../../parts/button.tsx'
import { Problem } from '../../parts/problem.tsx'
import { say } from '../../parts/toast.tsx'
import { useTask } from '../../parts/use-task.ts'

const AMOUNT = 10_000

/** With a simulated node: a button that credits play money. */
export function PlayMoney({ walletId }: { readonly walletId: string }) {
  const task = useTask()
  const amount = formatSat(satToMsat(AMOUNT))
  const give = async (): Promise<void> => {
    await call('POST /api/v1/wallet/play-balance', {
      query: { wallet_id: walletId },
      body: { amount: AMOUNT },
    })
    await refresh()
    say(t('play.given', { amount }), 'good')
  }
  return (
    <div class="play">
      <p class="note">{t('play.note')}</p>
      <Button icon="bolt" wide busy={task.busy} onClick={() => task.run(give)}>
        {t('play.give', { amount })}
      </Button>
      <Problem error={task.error} />
    </div>
  )
}
