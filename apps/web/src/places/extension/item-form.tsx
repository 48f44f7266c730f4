import { useState } from 'preact/hooks'
import { callAt } from '../../api/call.ts'
import type { Description, FieldShape, Item } from '../../api/extensions.ts'
import { useWallet, useWallets } from '../../api/wallets.ts'
import { t } from '../../language/language.ts'
import { newKey } from '../../money/new-key.ts'
import { Button } from '../../parts/button.tsx'
import { Select } from '../../parts/field.tsx'
import { Page } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { say } from '../../parts/toast.tsx'
import { useTask } from '../../parts/use-task.ts'
import { useGo } from '../../routing/paths.ts'
import { changesOf, isEditable, toBody, toDraft } from './draft.ts'
import { otherProblem } from './field-problem.ts'
import { Fields } from './fields.tsx'
import { keepFresh, refreshItems, titleOf, useItem } from './items.ts'

/** Creates an item, or changes one. */
export function ItemForm({ description, id }: { readonly description: Description; readonly id?: string }) {
  return id === undefined ? <NewItem description={description} /> : <ChangedItem description={description} id={id} />
}

function NewItem({ description }: { readonly description: Description }) {
  const { id: extId, fields, options, base, noun } = description
  const all = [...fields, ...options]
  const [draft, setDraft] = useState(() => toDraft(all))
  const { data: wallets = [] } = useWallets()
  const current = useWallet()
  const own = wallets.filter(({ share_id: share }) => share === undefined)
  const [chosen, setChosen] = useState<string | undefined>(undefined)
  const walletId = chosen ?? own.find(({ id }) => id === current?.id)?.id ?? own[0]?.id
  const [key, setKey] = useState(newKey)
  const go = useGo()
  const create = async (): Promise<void> => {
    const query = {
      ...(walletId !== undefined && { wallet_id: walletId }),
      ...(toBody(options, draft, 'new') as object),
    }
    try {
      const made = (await callAt(
        'POST',
        base,
        { query, body: toBody(fields, draft, 'new') },
        { idempotencyKey: key },
      )) as Item
      keepFresh(made)
      await refreshItems()
      say(t('ext.created', { what: noun.one }), 'good')
      go(`/apps/${extId}/${made.id}`, { replace: true })
    } finally {
      // Another try is another request: what was wrong with this one has been changed.
      setKey(newKey())
    }
  }
  return (
    <Page title={t('ext.new', { what: noun.one })} back={`/apps/${extId}`}>
      <FormBody
        description={description}
        fields={all}
        draft={draft}
        onDraft={setDraft}
        action={t('ext.create')}
        onSend={create}
      >
        {own.length > 1 && walletId !== undefined && (
          <Select
            label={t('ext.wallet')}
            value={walletId}
            options={own.map(({ id, name }) => ({ value: id, label: name }))}
            onValue={setChosen}
          />
        )}
      </FormBody>
    </Page>
  )
}

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
  // What is not shown cannot be changed: it stays as it is.
  const fields = description.fields.filter((field) => !field.fixed && (secrets || field.show !== 'admin'))
  const [before] = useState(() => toDraft(fields, item))
  const [draft, setDraft] = useState(before)
  const go = useGo()
  const save = async (): Promise<void> => {
    const body = changesOf(fields, before, draft)
    if (Object.keys(body).length > 0) await callAt('PUT', `${base}{id}`, { path: { id: item.id }, body })
    await refreshItems()
    say(t('action.saved'), 'good')
    go(`/apps/${extId}/${item.id}`, { replace: true })
  }
  return (
    <FormBody
      description={description}
      fields={fields}
      draft={draft}
      onDraft={setDraft}
      action={t('action.save')}
      onSend={save}
    />
  )
}

function FormBody({
  description,
  fields,
  draft,
  onDraft,
  action,
  onSend,
  children,
}: {
  readonly description: Description
  readonly fields: readonly FieldShape[]
  readonly draft: ReturnType<typeof toDraft>
  readonly onDraft: (draft: ReturnType<typeof toDraft>) => void
  readonly action: string
  readonly onSend: () => Promise<void>
  readonly children?: preact.ComponentChildren
}) {
  const task = useTask()
  return (
    <form
      class="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        task.run(onSend)
      }}
    >
      {children}
      <Fields fields={fields} draft={draft} onDraft={onDraft} error={task.error} groups={description.groups} />
      <Problem error={otherProblem(task.error, fields)} />
      <Button type="submit" look="primary" wide busy={task.busy}>
        {action}
      </Button>
    </form>
  )
}
