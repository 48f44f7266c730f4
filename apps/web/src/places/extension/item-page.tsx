import { useState } from 'preact/hooks'
import { callAt } from '../../api/call.ts'
import type { ActionShape, Description, Item } from '../../api/extensions.ts'
import { useWallets } from '../../api/wallets.ts'
import { listed } from '../../language/joined.ts'
import { t } from '../../language/language.ts'
import { Button, ButtonLink } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Fact, Facts } from '../../parts/facts.tsx'
import { Page } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { QrCode } from '../../parts/qr-code.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { say } from '../../parts/toast.tsx'
import { useGo } from '../../routing/paths.ts'
import { ActionButton } from './action-button.tsx'
import { FieldFacts } from './field-facts.tsx'
import { ItemLinks } from './item-links.tsx'
import { refreshItems, secretFields, titleOf, useFresh, useItem } from './items.ts'
import { SubList } from './sub-list.tsx'
import { useAround } from './use-around.ts'

export function ItemPage({ description, id }: { readonly description: Description; readonly id: string }) {
  const [secrets, setSecrets] = useState(false)
  const { data, error, refetch } = useItem(description, id, secrets)
  const kept = useFresh(id)
  return (
    <Page title={titleOf(description, data) ?? description.noun.one} back={`/apps/${description.id}`}>
      {data === undefined ? (
        error === null ? (
          <Skeleton />
        ) : (
          <Problem error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <Shown description={description} item={data} kept={kept} secrets={secrets} onSecrets={() => setSecrets(true)} />
      )}
    </Page>
  )
}

interface ShownProps {
  readonly description: Description
  readonly item: Item
  readonly kept: Item | undefined
  readonly secrets: boolean
  readonly onSecrets: () => void
}

function Shown({ description, item, kept, secrets, onSecrets }: ShownProps) {
  const around = useAround(item['currency'])
  const { data: wallets = [] } = useWallets()
  const secret = secretFields(description)
  const usual = description.fields.filter(
    ({ show, name }) => show !== 'once' && show !== 'admin' && !ADDRESSES.has(name),
  )
  const itemPath = (path: string): string => path.replace('{id}', encodeURIComponent(item.id))
  return (
    <>
      {kept !== undefined && <Once description={description} item={kept} />}
      <ItemLinks description={description} item={item} />
      <FieldFacts fields={usual} values={item} around={around} />
      {wallets.length > 1 && (
        <Facts>
          <Fact name={t('ext.wallet')}>{around.walletName(item.wallet) ?? item.wallet}</Fact>
        </Facts>
      )}
      {secret.length > 0 &&
        (secrets ? (
          <section class="stack" aria-label={t('ext.secrets')}>
            <h2>{t('ext.secrets')}</h2>
            <FieldFacts fields={secret} values={item} around={around} />
          </section>
        ) : (
          <Button icon="eye" wide onClick={onSecrets}>
            {t('ext.show-secrets')}
          </Button>
        ))}
      {description.lists
        .filter(({ of }) => of === 'item')
        .map((list) => (
          <SubList key={list.id} list={list} path={itemPath(list.path)} />
        ))}
      <section class="stack" aria-label={t('ext.actions')}>
        <h2>{t('ext.actions')}</h2>
        <ButtonLink to={`/apps/${description.id}/${item.id}/edit`} icon="edit" wide>
          {t('ext.edit')}
        </ButtonLink>
        {description.actions.map((action: ActionShape) => (
          <ActionButton key={action.id} action={action} path={itemPath(action.path)} />
        ))}
        <DeleteButton description={description} item={item} />
      </section>
    </>
  )
}

/** Shown as links above. */
const ADDRESSES: ReadonlySet<string> = new Set(['page_url', 'qr_url', 'public_url', 'terminal_url'])

/** Passwords and codes that the service shows only once. */
function Once({ description, item }: { readonly description: Description; readonly item: Item }) {
  const fields = description.fields.filter(({ show, name }) => show === 'once' && typeof item[name] === 'string')
  const around = useAround(item['currency'])
  if (fields.length === 0) return null
  const code = fields.map(({ name }) => String(item[name])).find((value) => value.includes(':'))
  return (
    <section class="stack" aria-label={t('ext.once')}>
      <h2>{t('ext.once')}</h2>
      <p>{t('ext.once-note')}</p>
      {code !== undefined && <QrCode data={code} label={t('ext.code')} />}
      <FieldFacts fields={fields} values={item} around={around} />
    </section>
  )
}

function DeleteButton({ description, item }: { readonly description: Description; readonly item: Item }) {
  const [asking, setAsking] = useState(false)
  const go = useGo()
  const { id: extId, base, noun } = description
  const lists = description.lists.filter(({ of }) => of === 'item').map(({ label }) => label)
  const remove = async (): Promise<void> => {
    await callAt('DELETE', `${base}{id}`, { path: { id: item.id } })
    go(`/apps/${extId}`, { replace: true })
    say(t('ext.deleted', { what: noun.one }), 'good')
    await refreshItems()
  }
  return (
    <>
      <Button look="danger" icon="trash" wide onClick={() => setAsking(true)}>
        {t('ext.delete')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t('ext.delete')}
          action={t('ext.delete')}
          danger
          onConfirm={remove}
          onClose={() => setAsking(false)}
        >
          <p>{t('ext.delete-note', { name: titleOf(description, item) ?? noun.one })}</p>
          {lists.length > 0 && <p>{t('ext.delete-lists', { lists: listed(lists) })}</p>}
        </ConfirmDialog>
      )}
    </>
  )
}
