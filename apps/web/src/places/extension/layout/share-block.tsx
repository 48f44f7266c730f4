import type { Description, Item } from '../../../api/extensions.ts'
import { t } from '../../../language/language.ts'
import { ButtonLink } from '../../../parts/button.tsx'
import { QrCode } from '../../../parts/qr-code.tsx'
import { ShareButton } from '../../../parts/share-button.tsx'
import { titleOf } from '../items.ts'
import { ItemLink, type ShownLink, shownLinks } from './item-links.tsx'
import { valueOfCode } from './value-of-code.ts'

/** The code of an item, large, and the ways to pass it on; its other links below. */
export function ShareBlock({ description, item }: { readonly description: Description; readonly item: Item }) {
  const code = valueOfCode(item)
  const page = item['page_url']
  const shared = typeof page === 'string' ? page : code
  // The code is drawn here already.
  const links = shownLinks(description, item).filter(({ link, target }) => link.kind !== 'qr' || target !== code)
  if (code === undefined && links.length === 0) return null
  const address = readable(links)
  const [first, rest] = split(links)
  const title = titleOf(description, item) ?? description.noun.one
  return (
    <section class="share" aria-label={t('ext.links')}>
      {code !== undefined && <QrCode data={code} label={t('ext.code')} />}
      {address !== undefined && <p class="share-address ltr">{address}</p>}
      <div class="ext-links">
        {first.map((one) => (
          <ItemLink key={one.link.id} shown={one} extId={description.id} itemId={item.id} />
        ))}
        {shared !== undefined && <ShareButton title={title} text={shared} />}
        {code !== undefined && !links.some(({ link }) => link.kind === 'print') && (
          <ButtonLink icon="print" to={`/apps/${description.id}/${item.id}/print`}>
            {t('ext.print')}
          </ButtonLink>
        )}
        {rest.map((one) => (
          <ItemLink key={one.link.id} shown={one} extId={description.id} itemId={item.id} />
        ))}
      </div>
    </section>
  )
}

/** What a person can type: a Lightning address, else the address of the page. */
function readable(links: readonly ShownLink[]): string | undefined {
  const mail = links.find(({ link, target }) => link.kind === 'copy' && /^[^\s/:]+@[^\s/]+$/.test(target))
  const page = links.find(({ link }) => link.id === 'page')
  return mail?.target ?? page?.target.replace(/^https?:\/\//, '')
}

/** The page to open and to copy come first. */
function split(links: readonly ShownLink[]): readonly [readonly ShownLink[], readonly ShownLink[]] {
  const isFirst = ({ link }: ShownLink): boolean => link.id === 'page' || link.id === 'page_copy'
  return [links.filter(isFirst), links.filter((each) => !isFirst(each))]
}
