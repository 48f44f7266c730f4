import { useState } from 'preact/hooks'
import { callAt } from '../../../api/call.ts'
import type { Description, Item } from '../../../api/extensions.ts'
import { useWallets } from '../../../api/wallets.ts'
import { listed } from '../../../language/joined.ts'
import { t } from '../../../language/language.ts'
import { Button, ButtonLink } from '../../../parts/button.tsx'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { Fact, Facts } from '../../../parts/facts.tsx'
import { say } from '../../../parts/toast.tsx'
import { useGo } from '../../../routing/paths.ts'
import { FieldFacts } from '../field-facts.tsx'
import { refreshItems, secretFields, titleOf } from '../items.ts'
import { useAround } from '../use-around.ts'

interface SettingsProps {
  readonly description: Description
  readonly item: Item
  readonly secrets: boolean
  readonly onSecrets: () => void
}

/** All fields of an item, to read, to change and to delete. */
export function Settings({ description, item, secrets, onSecrets }: SettingsProps) {
  const around = useAround(item['currency'])
  const { data: wallets = [] } = useWallets()
  const secret = secretFields(description)
  const usual = description.fields.filter(
    ({ show, name }) => show !== 'once' && show !== 'admin' && !ADDRESSES.has(name),
  )
  return (
    <div class="item-settings">
      <ButtonLink to={`/apps/${description.id}/${item.id}/edit`} icon="edit" wide>
        {t('ext.edit')}
      </ButtonLink>
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
      <DeleteButton description={description} item={item} />
    </div>
  )
}

/** Shown as links. */
const ADDRESSES: ReadonlySet<string> = new Set(['page_url', 'qr_url', 'public_url', 'terminal_url'])

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
