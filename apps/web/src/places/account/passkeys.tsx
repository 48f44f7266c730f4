import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { refreshProtection } from '../../api/protection.ts'
import type { AnswerOf } from '../../api/routes.ts'
import { shortTime } from '../../language/dates.ts'
import { t } from '../../language/language.ts'
import { IconButton } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { List, TextRow } from '../../parts/list-row.tsx'
import { Page } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { say } from '../../parts/toast.tsx'
import { PasskeySetUp } from './passkey-set-up.tsx'

type Passkey = AnswerOf<'GET /api/v1/auth/passkeys'>[number]

export function Passkeys() {
  const [removing, setRemoving] = useState<Passkey>()
  const { data, error, refetch } = useQuery({
    queryKey: ['passkeys'],
    queryFn: ({ signal }) => call('GET /api/v1/auth/passkeys', {}, { signal }),
  })
  const remove = async ({ id }: Passkey): Promise<void> => {
    await call('DELETE /api/v1/auth/passkeys/{id}', { path: { id } })
    say(t('account.passkey-removed'), 'good')
    await refreshProtection()
  }
  return (
    <Page title={t('account.passkeys')} back="/account/security">
      <p>{t('account.passkeys-note')}</p>
      <Problem error={error} onRetry={() => void refetch()} />
      {data !== undefined && data.length > 0 && (
        <List>
          {data.map((passkey) => (
            <TextRow
              key={passkey.id}
              icon="key"
              title={passkey.name}
              note={lastUse(passkey)}
              end={
                <IconButton
                  icon="trash"
                  label={t('account.passkey-remove-name', { name: passkey.name })}
                  onClick={() => setRemoving(passkey)}
                />
              }
            />
          ))}
        </List>
      )}
      <PasskeySetUp onDone={() => void refreshProtection()} />
      {removing !== undefined && (
        <ConfirmDialog
          danger
          title={t('account.passkey-remove-name', { name: removing.name })}
          action={t('account.passkey-remove')}
          onConfirm={() => remove(removing)}
          onClose={() => setRemoving(undefined)}
        >
          <p>{t('account.passkey-remove-note')}</p>
        </ConfirmDialog>
      )}
    </Page>
  )
}

const lastUse = ({ created_at: created, last_used_at: used }: Passkey): string =>
  used === null ? t('account.added', { time: shortTime(created) }) : t('account.last-used', { time: shortTime(used) })
