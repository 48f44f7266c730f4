import type { Contact } from '@satchel/client/operations'
import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { refreshContacts } from '../../api/contacts.ts'
import { fullTime } from '../../language/dates.ts'
import { t } from '../../language/language.ts'
import { Button } from '../../parts/button.tsx'
import { CodeFact } from '../../parts/code-fact.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Fact, Facts } from '../../parts/facts.tsx'
import { ButtonRow, List } from '../../parts/list-row.tsx'
import { Page } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { say } from '../../parts/toast.tsx'
import { useGo } from '../../routing/paths.ts'
import { ContactDialog } from './contact-dialog.tsx'

export function ContactDetails({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['contacts', 'one', id],
    queryFn: ({ signal }) => call('GET /api/v1/contacts/{id}', { path: { id } }, { signal }),
  })
  return (
    <Page title={data?.name ?? t('contacts.contact')} back="/contacts">
      <Problem error={error} onRetry={() => void refetch()} />
      {data === undefined ? error === null && <Skeleton /> : <Known contact={data} />}
    </Page>
  )
}

function Known({ contact }: { readonly contact: Contact }) {
  const [open, setOpen] = useState<'change' | 'delete' | undefined>(undefined)
  const go = useGo()
  const { id, name, target, note, last_used_at: lastUsed } = contact
  const remove = async (): Promise<void> => {
    await call('DELETE /api/v1/contacts/{id}', { path: { id } })
    go('/contacts', { replace: true })
    say(t('contacts.deleted', { name }), 'good')
    await refreshContacts()
  }
  return (
    <>
      <Button look="primary" icon="send" wide onClick={() => go('/send', { state: { text: target } })}>
        {t('contacts.pay')}
      </Button>
      <Facts>
        <CodeFact name={t('contacts.target')} code={target} />
        {note !== '' && <Fact name={t('contacts.note')}>{note}</Fact>}
        {lastUsed !== null && <Fact name={t('contacts.last-paid')}>{fullTime(lastUsed)}</Fact>}
      </Facts>
      <List>
        <ButtonRow
          icon="activity"
          title={t('contacts.payments')}
          onClick={() => go('/activity', { state: { contactId: id } })}
        />
        <ButtonRow icon="edit" title={t('contacts.change')} onClick={() => setOpen('change')} />
        <ButtonRow icon="trash" title={t('contacts.delete')} onClick={() => setOpen('delete')} />
      </List>
      {open === 'change' && <ContactDialog contact={contact} onClose={() => setOpen(undefined)} />}
      {open === 'delete' && (
        <ConfirmDialog
          title={t('contacts.delete')}
          action={t('contacts.delete')}
          danger
          onConfirm={remove}
          onClose={() => setOpen(undefined)}
        >
          <p>{t('contacts.delete-note', { name })}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
