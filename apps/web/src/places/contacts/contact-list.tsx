import { useEffect, useState } from 'preact/hooks'
import { CONTACTS_LIMIT, useContacts } from '../../api/contacts.ts'
import { t } from '../../language/language.ts'
import { Button } from '../../parts/button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Field } from '../../parts/field.tsx'
import { LinkRow } from '../../parts/list-row.tsx'
import { Page } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { say } from '../../parts/toast.tsx'
import { entryState } from '../../routing/entry-state.ts'
import './contacts.css'
import { Isolated } from '../../language/isolated.tsx'
import { ContactDialog, type ContactDraft } from './contact-dialog.tsx'
import { ContactFiles } from './contact-files.tsx'

const AFTER_TYPING_MS = 250

/** Contacts by name, or those matching a search. */
export function ContactList() {
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  const [asked] = useState(takeAskedContact)
  const [creating, setCreating] = useState(asked !== undefined)
  const { data, error, refetch } = useContacts(search)
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), AFTER_TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <Page title={t('contacts.title')} back="/more">
      <Button icon="plus" wide onClick={() => setCreating(true)}>
        {t('contacts.new')}
      </Button>
      <Field
        label={t('contacts.search')}
        type="search"
        value={typed}
        onValue={setTyped}
        limit={{ max: 100 }}
        autocomplete="off"
      />
      <Problem error={error} onRetry={() => void refetch()} />
      {data === undefined ? (
        error === null && <Skeleton />
      ) : data.length === 0 ? (
        <EmptyState icon="person" title={t(search === '' ? 'contacts.none' : 'contacts.nothing-found')}>
          {search === '' && <p>{t('contacts.none-note')}</p>}
        </EmptyState>
      ) : (
        <ul class="list long-list" aria-label={t('contacts.title')}>
          {data.map(({ id, name, target }) => (
            <LinkRow
              key={id}
              to={`/contacts/${id}`}
              icon="person"
              title={name}
              note={
                <span class="cut" title={target}>
                  <Isolated>{target}</Isolated>
                </span>
              }
            />
          ))}
        </ul>
      )}
      {data?.length === CONTACTS_LIMIT && <p class="note">{t('contacts.more')}</p>}
      <ContactFiles hasAny={(data ?? []).length > 0} />
      {creating && (
        <ContactDialog
          start={asked}
          onSaved={({ name }) => say(t('contacts.saved', { name }), 'good')}
          onClose={() => setCreating(false)}
        />
      )}
    </Page>
  )
}

/** The contact that another place asked to create. Read once, so that Back opens no dialog. */
function takeAskedContact(): ContactDraft | undefined {
  const { contact } = entryState<{ contact: ContactDraft }>()
  if (contact !== undefined) history.replaceState({}, '')
  return contact
}
