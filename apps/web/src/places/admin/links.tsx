import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import type { AnswerOf } from '../../api/routes.ts'
import { fullTime } from '../../language/dates.ts'
import { named } from '../../language/joined.ts'
import { t } from '../../language/language.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Field } from '../../parts/field.tsx'
import { Form, Submit } from '../../parts/form/form.tsx'
import { List, TextRow } from '../../parts/list-row.tsx'
import { Page } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useTask } from '../../parts/use-task.ts'
import { type HandedOut, LinkDialog } from './link-dialog.tsx'

type OpenLink = AnswerOf<'GET /users/api/v1/invitations'>[number]

const KEY = ['account-links']

/** Unused links; a new invitation is shown once. */
export function Links() {
  const [note, setNote] = useState('')
  const [made, setMade] = useState<HandedOut | undefined>(undefined)
  const task = useTask()
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call('GET /users/api/v1/invitations', {}, { signal }),
    staleTime: 0,
  })
  const invite = async (): Promise<void> => {
    setMade(await call('POST /users/api/v1/invitations', { body: { note: note.trim() } }))
    setNote('')
    await queryClient.invalidateQueries({ queryKey: KEY })
  }
  return (
    <Page title={t('admin.links')} back="/admin">
      <Form task={task} onSend={invite} draft="lost">
        <Field
          label={t('admin.invite-whom')}
          value={note}
          onValue={setNote}
          hint={t('admin.invite-hint')}
          limit={{ max: 200 }}
          autocomplete="off"
        />
        <Submit look="primary" icon="plus" wide>
          {t('admin.invite')}
        </Submit>
      </Form>
      <Problem error={error} onRetry={() => void refetch()} />
      {data === undefined ? (
        error === null && <Skeleton />
      ) : data.length === 0 ? (
        <EmptyState icon="key" title={t('admin.no-link')} />
      ) : (
        <List label={t('admin.links')}>
          {data.map((link) => (
            <LinkLine key={link.id} link={link} />
          ))}
        </List>
      )}
      {made !== undefined && <LinkDialog title={t('admin.invite')} link={made} onClose={() => setMade(undefined)} />}
    </Page>
  )
}

function LinkLine({ link }: { readonly link: OpenLink }) {
  const [asked, setAsked] = useState(false)
  const name =
    link.kind === 'reset'
      ? t('admin.link-reset', { name: link.username })
      : link.note === ''
        ? t('admin.link-invitation')
        : t('admin.link-invitation-for', { name: link.note })
  const revoke = async (): Promise<void> => {
    await call('DELETE /users/api/v1/invitations/{id}', { path: { id: link.id } })
    await queryClient.invalidateQueries({ queryKey: KEY })
  }
  return (
    <>
      <TextRow
        icon={link.kind === 'reset' ? 'key' : 'person'}
        title={name}
        note={t('admin.link-until', { time: fullTime(link.expires_at) })}
        end={
          <Button label={named(t('admin.revoke'), name)} onClick={() => setAsked(true)}>
            {t('admin.revoke')}
          </Button>
        }
      />
      {asked && (
        <li>
          <ConfirmDialog
            danger
            title={t('admin.revoke')}
            action={t('admin.revoke')}
            onConfirm={revoke}
            onClose={() => setAsked(false)}
          >
            <p>{t('admin.revoke-note')}</p>
          </ConfirmDialog>
        </li>
      )}
    </>
  )
}
