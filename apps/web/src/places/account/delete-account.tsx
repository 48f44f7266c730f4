import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { logOut } from '../../api/session.ts'
import { t } from '../../language/language.ts'
import { Button } from '../../parts/button.tsx'
import { Checkbox } from '../../parts/choices.tsx'
import { Page } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { say } from '../../parts/toast.tsx'
import { useTask } from '../../parts/use-task.ts'
import { useGo } from '../../routing/paths.ts'

/** With everything in it, for ever. */
export function DeleteAccount() {
  const go = useGo()
  const [sure, setSure] = useState(false)
  const task = useTask()
  const remove = async (): Promise<void> => {
    await call('DELETE /api/v1/auth/me')
    await logOut()
    go('/welcome', { replace: true })
    say(t('account.deleted'))
  }
  return (
    <Page title={t('account.delete')} back="/account">
      <p>{t('account.delete-note')}</p>
      <p>{t('account.delete-money')}</p>
      <Checkbox label={t('account.delete-sure')} on={sure} onChange={setSure} />
      <Problem error={task.error} />
      <Button look="danger" icon="trash" wide disabled={!sure} busy={task.busy} onClick={() => task.run(remove)}>
        {t('account.delete')}
      </Button>
    </Page>
  )
}
