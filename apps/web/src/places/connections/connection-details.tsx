import type { Acl } from '@satchel/client/operations'
import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { Isolated } from '../../language/isolated.tsx'
import { t } from '../../language/language.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ButtonRow, List, TextRow } from '../../parts/list-row.tsx'
import { Page } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { say } from '../../parts/toast.tsx'
import { useGo } from '../../routing/paths.ts'
import { useEndpoints } from './all-rights.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { maySpend, presetsOf, rightsText } from './presets.ts'
import { TokenDialog } from './token-dialog.tsx'
import { TokenRow } from './token-row.tsx'
import { refreshConnections, useConnections } from './use-connections.ts'

export function ConnectionDetails({ id }: { readonly id: string }) {
  const { data, error, refetch } = useConnections()
  const acl = data?.find((each) => each.id === id)
  return (
    <Page title={acl?.name ?? t('connect.title')} back="/connections">
      {acl !== undefined ? (
        <Known acl={acl} />
      ) : data !== undefined ? (
        <EmptyState icon="key" title={t('connect.gone')} />
      ) : error === null ? (
        <Skeleton />
      ) : (
        <Problem error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}

function Known({ acl }: { readonly acl: Acl }) {
  const [open, setOpen] = useState<'change' | 'token' | 'delete' | undefined>(undefined)
  const go = useGo()
  const close = (): void => setOpen(undefined)
  const { id, name, allowed_endpoints: entries, tokens, client_id: client } = acl
  const remove = async (): Promise<void> => {
    await call('DELETE /api/v1/auth/acls/{acl_id}', { path: { acl_id: id } })
    go('/connections', { replace: true })
    say(t('connect.ended', { name }), 'good')
    await refreshConnections()
  }
  return (
    <>
      <section class="stack" aria-labelledby="connection-rights">
        <h2 id="connection-rights">{t('connect.rights')}</h2>
        <Rights entries={entries} />
        {client !== null && <p class="note">{t('connect.asked-by', { client })}</p>}
      </section>
      <section class="stack" aria-labelledby="connection-tokens">
        <h2 id="connection-tokens">{t('connect.tokens')}</h2>
        {tokens.length === 0 ? (
          <p class="note">{t('connect.no-token')}</p>
        ) : (
          <List>
            {tokens.map((token) => (
              <TokenRow key={token.id} aclId={id} token={token} canSpend={maySpend(entries)} />
            ))}
          </List>
        )}
      </section>
      <List>
        <ButtonRow icon="plus" title={t('connect.new-token')} onClick={() => setOpen('token')} />
        <ButtonRow icon="edit" title={t('connect.change')} onClick={() => setOpen('change')} />
      </List>
      <Button look="danger" icon="trash" wide onClick={() => setOpen('delete')}>
        {t('connect.end')}
      </Button>
      {open === 'change' && <ChangeDialog acl={acl} onClose={close} />}
      {open === 'token' && <TokenDialog aclId={id} canSpend={maySpend(entries)} onClose={close} />}
      {open === 'delete' && (
        <ConfirmDialog title={t('connect.end')} action={t('connect.end')} danger onConfirm={remove} onClose={close}>
          <p>{t('connect.end-note', { name })}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

/** Names of presets, or the single operations. */
function Rights({ entries }: { readonly entries: readonly string[] }) {
  const endpoints = useEndpoints().data
  if (presetsOf(entries).length > 0) return <p>{rightsText(entries)}</p>
  const textOf = (entry: string): string | undefined =>
    endpoints?.find(({ endpoint }) => endpoint === entry)?.description
  return (
    <List>
      {entries.map((entry) => (
        <TextRow
          key={entry}
          icon="check"
          title={<span lang="en">{textOf(entry) ?? entry}</span>}
          note={<Isolated dir="ltr">{entry}</Isolated>}
        />
      ))}
    </List>
  )
}
