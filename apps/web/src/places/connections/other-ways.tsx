import { useExtensions } from '../../api/extensions.ts'
import { t } from '../../language/language.ts'
import { LinkRow, List } from '../../parts/list-row.tsx'

/** Built-in apps that connect external wallets. */
const CONNECTING = ['nwcprovider', 'lndhub']

export function OtherWays() {
  const apps = (useExtensions().data ?? []).filter(({ id, active }) => active && CONNECTING.includes(id))
  if (apps.length === 0) return null
  return (
    <section class="stack" aria-labelledby="other-ways">
      <h2 id="other-ways">{t('connect.wallet-apps')}</h2>
      <List>
        {apps.map(({ id, name, short_description: about }) => (
          <LinkRow key={id} to={`/apps/${id}`} icon="swap" title={name} note={about} />
        ))}
      </List>
    </section>
  )
}
