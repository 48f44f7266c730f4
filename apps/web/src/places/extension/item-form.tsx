import { useState } from 'preact/hooks'
import { callAt } from '../../api/call.ts'
import type { Description, FieldShape, Item } from '../../api/extensions.ts'
import { useWallet, useWallets } from '../../api/wallets.ts'
import { t } from '../../language/language.ts'
import { createSendOnce } from '../../money/send-once.ts'
import { Banner } from '../../parts/banner.tsx'
import { Button } from '../../parts/button.tsx'
import { Select } from '../../parts/field.tsx'
import { Form, Submit } from '../../parts/form/form.tsx'
import { Page } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { say } from '../../parts/toast.tsx'
import { useTask } from '../../parts/use-task.ts'
import { useGo } from '../../routing/paths.ts'
import { changesOf, isEditable, toBody, toDraft } from './draft.ts'
import { Fields } from './fields.tsx'
import { keepFresh, refreshItems, titleOf, useItem } from './items.ts'
import { type KeptDraft, useKeptDraft } from './kept-draft.ts'

export function ItemForm({ description, id }: { readonly description: Description; readonly id?: string }) {
  return id === undefined ? <NewItem description={description} /> : <ChangedItem description={description} id={id} />
}

function NewItem({ description }: { readonly description: Description }) {
  const { id: extId, fields, options, base, noun } = description
  const all = [...fields, ...options]
  const [start] = useState(() => ({ ...toDraft(all), [WALLET]: '' }))
  const kept = useKeptDraft(`${extId} new`, start)
  const { draft } = kept
  const { data: wallets = [] } = useWallets()
  const current = useWallet()
  const own = wallets.filter(({ share_id: share }) => share === undefined)
  const find = (wished: unknown) => own.find(({ id }) => id === wished)?.id
  const walletId = find(draft[WALLET]) ?? find(current?.id) ?? own[0]?.id
  const [sendOnce] = useState(createSendOnce)
  const go = useGo()
  const create = async (): Promise<void> => {
    const query = {
      ...(walletId !== undefined && { wallet_id: walletId }),
      ...(toBody(options, draft, 'new') as object),
    }
    const input = { query, body: toBody(fields, draft, 'new') }
    const made = (await sendOnce((idempotencyKey) => callAt('POST', base, input, { idempotencyKey }))) as Item
    kept.forget()
    keepFresh(made)
    await refreshItems()
    say(t('ext.created', { what: noun.one }), 'good')
    go(`/apps/${extId}/${made.id}`, { replace: true })
  }
  return (
    <Page title={t('ext.new', { what: noun.one })} back={`/apps/${extId}`}>
      <FormBody description={description} fields={all} kept={kept} action={t('ext.create')} onSend={create}>
        {own.length > 1 && walletId !== undefined && (
          <Select
            label={t('ext.wallet')}
            value={walletId}
            options={own.map(({ id, name }) => ({ value: id, label: name }))}
            onValue={(id) => kept.setDraft({ ...draft, [WALLET]: id })}
          />
        )}
      </FormBody>
    </Page>
  )
}

/** The key of the chosen wallet in the draft; no field has such a name. */
const WALLET = 'chosen wallet'

function ChangedItem({ description, id }: { readonly description: Description; readonly id: string }) {
  const [secrets, setSecrets] = useState(false)
  const { data, error, refetch } = useItem(description, id, secrets)
  const isSecret = description.fields.some((field) => isEditable(field) && field.show === 'admin')
  return (
    <Page title={titleOf(description, data) ?? description.noun.one} back={`/apps/${description.id}/${id}`}>
      {data === undefined ? (
        error === null ? (
          <Skeleton />
        ) : (
          <Problem error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          <Change key={String(secrets)} description={description} item={data} secrets={secrets} />
          {isSecret && !secrets && (
            <Button icon="key" wide onClick={() => setSecrets(true)}>
              {t('ext.change-secrets')}
            </Button>
          )}
        </>
      )}
    </Page>
  )
}

function Change({
  description,
  item,
  secrets,
}: {
  readonly description: Description
  readonly item: Item
  readonly secrets: boolean
}) {
  const { id: extId, base } = description
  // Hidden secrets cannot be changed.
  const fields = description.fields.filter((field) => !field.fixed && (secrets || field.show !== 'admin'))
  const [before] = useState(() => toDraft(fields, item))
  const kept = useKeptDraft(`${extId} ${item.id}`, before)
  const { draft } = kept
  const go = useGo()
  const save = async (): Promise<void> => {
    const body = changesOf(fields, before, draft)
    if (Object.keys(body).length > 0) await callAt('PUT', `${base}{id}`, { path: { id: item.id }, body })
    kept.forget()
    await refreshItems()
    say(t('action.saved'), 'good')
    go(`/apps/${extId}/${item.id}`, { replace: true })
  }
  return <FormBody description={description} fields={fields} kept={kept} action={t('action.save')} onSend={save} />
}

function FormBody({
  description,
  fields,
  kept,
  action,
  onSend,
  children,
}: {
  readonly description: Description
  readonly fields: readonly FieldShape[]
  readonly kept: KeptDraft
  readonly action: string
  readonly onSend: () => Promise<void>
  readonly children?: preact.ComponentChildren
}) {
  const task = useTask()
  const { draft, setDraft, isChanged, isOld, startAgain } = kept
  return (
    <Form task={task} onSend={onSend} draft="kept" isChanged={isChanged}>
      {isOld && isChanged && (
        <Banner icon="edit" action={<Button onClick={startAgain}>{t('form.start-again')}</Button>}>
          {t('form.draft')}
        </Banner>
      )}
      {children}
      <Fields
        fields={fields}
        draft={draft}
        onDraft={setDraft}
        error={task.error}
        groups={description.groups}
        columns={description.columns}
      />
      <Submit look="primary" wide>
        {action}
      </Submit>
    </Form>
  )
}
