import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { hasNostrSigner, signNostrLogIn } from '../../api/nostr.ts'
import { queryClient } from '../../api/query-client.ts'
import type { AnswerOf } from '../../api/routes.ts'
import { usePublicUrl } from '../../api/wallets.ts'
import { shortTime } from '../../language/dates.ts'
import { Isolated } from '../../language/isolated.tsx'
import { t } from '../../language/language.ts'
import { Button, IconButton } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { List, TextRow } from '../../parts/list-row.tsx'
import { Page } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { say } from '../../parts/toast.tsx'
import { useTask } from '../../parts/use-task.ts'

type Identity = AnswerOf<'GET /api/v1/auth/identities'>[number]

/** The linked provider accounts and Nostr keys that may log in. */
export function LogInWays() {
  const [removing, setRemoving] = useState<Identity>()
  const { data, error, refetch } = useQuery({
    queryKey: ['identities'],
    queryFn: ({ signal }) => call('GET /api/v1/auth/identities', {}, { signal }),
  })
  const unlink = async ({ id }: Identity): Promise<void> => {
    await call('DELETE /api/v1/auth/identities/{id}', { path: { id } })
    await refreshIdentities()
    say(t('account.unlinked'), 'good')
  }
  return (
    <Page title={t('account.log-in')} back="/account/security">
      <p>{t('account.identities-note')}</p>
      <Problem error={error} onRetry={() => void refetch()} />
      {data !== undefined && data.length > 0 && (
        <List>
          {data.map((identity) => (
            <TextRow
              key={identity.id}
              icon="person"
              title={identity.provider_label}
              note={
                <>
                  <Isolated>{nameOf(identity)}</Isolated>
                  <br />
                  {t('account.last-used', { time: shortTime(Date.parse(identity.last_used_at) / 1000) })}
                </>
              }
              end={
                <IconButton
                  icon="trash"
                  label={t('account.unlink-name', { name: identity.provider_label })}
                  onClick={() => setRemoving(identity)}
                />
              }
            />
          ))}
        </List>
      )}
      <LinkMore />
      {removing !== undefined && (
        <ConfirmDialog
          danger
          title={t('account.unlink-name', { name: removing.provider_label })}
          action={t('account.unlink')}
          onConfirm={() => unlink(removing)}
          onClose={() => setRemoving(undefined)}
        >
          <p>{t('account.unlink-note', { name: removing.provider_label })}</p>
        </ConfirmDialog>
      )}
    </Page>
  )
}

const refreshIdentities = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['identities'] })

const nameOf = ({ label, email, subject }: Identity): string => label || email || `${subject.slice(0, 12)}…`

function LinkMore() {
  const task = useTask()
  const publicUrl = usePublicUrl()
  const { data: methods } = useQuery({
    queryKey: ['methods'],
    queryFn: ({ signal }) => call('GET /api/v1/auth/methods', {}, { signal, anonymous: true }),
  })
  if (methods === undefined) return null
  const { providers } = methods
  const offersNostr = methods.methods.includes('nostr-auth-nip98')
  if (providers.length === 0 && !offersNostr) return <p class="note">{t('account.no-other-ways')}</p>
  return (
    <div class="stack">
      {providers.map(({ id, label }) => (
        <Button key={id} icon="plus" wide busy={task.busy} onClick={() => task.run(() => visitProvider(id))}>
          {t('account.link', { name: label })}
        </Button>
      ))}
      {offersNostr &&
        (hasNostrSigner() ? (
          <Button icon="plus" wide busy={task.busy} onClick={() => task.run(() => linkNostr(publicUrl))}>
            {t('account.link', { name: NOSTR })}
          </Button>
        ) : (
          <p class="note">{t('account.nostr-needs')}</p>
        ))}
      <Problem error={task.error} />
    </div>
  )
}

/** Not translated. */
const NOSTR = 'Nostr'

/** The provider returns to `/app/account/security`. */
async function visitProvider(provider: string): Promise<void> {
  const { authorization_url: url } = await call('POST /api/v1/auth/{provider}/link', { path: { provider } })
  location.assign(url)
}

async function linkNostr(publicUrl: string): Promise<void> {
  const event = await signNostrLogIn(`${publicUrl}/api/v1/auth/nostr/link`)
  await call('POST /api/v1/auth/nostr/link', { body: { nostr_event: event } })
  await refreshIdentities()
  say(t('account.linked'), 'good')
}
