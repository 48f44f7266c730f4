import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { refreshProtection, useProtection } from '../../api/protection.ts'
import { t } from '../../language/language.ts'
import { Button } from '../../parts/button.tsx'
import { Page } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { RecoveryCodes } from '../../parts/recovery-codes.tsx'
import { useTask } from '../../parts/use-task.ts'
import { useBack } from '../../routing/paths.ts'

/** Replaces the recovery codes, which cannot be shown again. */
export function RenewCodes() {
  const back = useBack('/account/security')
  const { data } = useProtection()
  const [codes, setCodes] = useState<readonly string[]>()
  const task = useTask()
  const renew = async (): Promise<void> => {
    const { recovery_codes: made } = await call('POST /api/v1/auth/recovery-codes')
    setCodes(made)
    await refreshProtection()
  }
  return (
    <Page title={t('codes.title')} back="/account/security">
      {codes === undefined ? (
        <div class="stack">
          {data !== undefined && <p>{t('account.codes-left', { count: data.recovery_codes_left })}</p>}
          <p>{t('account.codes-renew-note')}</p>
          <Problem error={task.error} />
          <Button look="primary" wide busy={task.busy} onClick={() => task.run(renew)}>
            {t('account.codes-renew')}
          </Button>
        </div>
      ) : (
        <RecoveryCodes codes={codes} onKept={back} />
      )}
    </Page>
  )
}
