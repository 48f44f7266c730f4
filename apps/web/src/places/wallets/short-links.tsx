import type { ShortLink } from '@satchel/client/operations'
import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { fieldError } from '../../language/error-text.ts'
import { Isolated } from '../../language/isolated.tsx'
import { named } from '../../language/joined.ts'
import { t } from '../../language/language.ts'
import { IconButton } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { copy } from '../../parts/copy-button.tsx'
import { Field } from '../../parts/field.tsx'
import { Form, Submit } from '../../parts/form/form.tsx'
import { List, TextRow } from '../../parts/list-row.tsx'
import { Page } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { say } from '../../parts/toast.tsx'
import { useTask } from '../../parts/use-task.ts'

const LIMIT = 100
const keyOf = (walletId: string) => ['short-links', walletId]

export function ShortLinks({ walletId }: { readonly walletId: string }) {
  const [url, setUrl] = useState('')
  const task = useTask()
  const query = { wallet_id: walletId }
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(walletId),
    queryFn: ({ signal }) => call('GET /api/v1/tinyurl', { query: { ...query, limit: LIMIT } }, { signal }),
  })
  const create = async (): Promise<void> => {
    const link = await call('POST /api/v1/tinyurl', { query, body: { url: url.trim() } })
    setUrl('')
    await queryClient.invalidateQueries({ queryKey: keyOf(walletId) })
    say(t('links.made', { url: link.url }), 'good')
  }
  const wrong = fieldError(task.error, 'url') === undefined ? undefined : t('links.wrong')
  return (
    <Page title={t('links.title')} back={`/wallets/${walletId}`}>
      <Form task={task} onSend={create} draft="lost">
        <Field
          label={t('links.url')}
          hint={t('links.url-hint')}
          value={url}
          onValue={setUrl}
          error={wrong}
          limit={{ max: 2048 }}
          inputMode="url"
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          ltr
        />
        <Submit look="primary" icon="plus" wide disabled={url.trim() === ''}>
          {t('links.make')}
        </Submit>
      </Form>
      <Problem error={error} onRetry={() => void refetch()} />
      {data === undefined ? (
        error === null && <Skeleton />
      ) : data.length === 0 ? (
        <p class="note">{t('links.none')}</p>
      ) : (
        <List label={t('links.title')}>
          {data.map((link) => (
            <LinkLine key={link.id} link={link} walletId={walletId} />
          ))}
        </List>
      )}
    </Page>
  )
}

function LinkLine({ link, walletId }: { readonly link: ShortLink; readonly walletId: string }) {
  const [asking, setAsking] = useState(false)
  const { id, url, target } = link
  const remove = async (): Promise<void> => {
    await call('DELETE /api/v1/tinyurl/{id}', { path: { id }, query: { wallet_id: walletId } })
    await queryClient.invalidateQueries({ queryKey: keyOf(walletId) })
    say(t('links.deleted'), 'good')
  }
  return (
    <>
      <TextRow
        title={<Isolated class="delivery-url">{url}</Isolated>}
        note={<Isolated class="delivery-url">{target}</Isolated>}
        end={
          <span class="line-actions">
            <IconButton icon="copy" label={t('action.copy-what', { what: url })} onClick={() => void copy(url)} />
            <IconButton icon="trash" label={named(t('links.delete'), url)} onClick={() => setAsking(true)} />
          </span>
        }
      />
      {asking && (
        <li>
          <ConfirmDialog
            title={t('links.delete')}
            action={t('links.delete')}
            danger
            onConfirm={remove}
            onClose={() => setAsking(false)}
          >
            <p>{t('links.delete-note')}</p>
          </ConfirmDialog>
        </li>
      )}
    </>
  )
}
