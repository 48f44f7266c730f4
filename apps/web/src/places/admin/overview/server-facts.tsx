import { fullTime } from '../../../language/dates.ts'
import { type TextKey, t } from '../../../language/language.ts'
import { Fact, Facts } from '../../../parts/facts.tsx'
import type { ServerStatus } from '../operator.ts'
import { sizeText } from '../size-text.ts'
import { countText } from './tiles.tsx'

const DISK_TEXTS: Readonly<Record<ServerStatus['disks'][number]['place'], TextKey>> = {
  data: 'admin.disk-data',
  database: 'admin.disk-database',
}

/** Below, writes may soon fail. */
const SCARCE_BYTES = 1e9

/** People, disks and the version. */
export function ServerFacts({ status }: { readonly status: ServerStatus }) {
  const { disks, database, release } = status
  return (
    <section class="stack" aria-labelledby="server-facts">
      <h2 id="server-facts">{t('admin.server')}</h2>
      <Facts>
        <Fact name={t('admin.users')}>
          {countText(status.users)}
          <small>{t('admin.wallets', { count: status.wallets })}</small>
        </Fact>
        {disks.length === 0 && <Fact name={t('admin.disk-data')}>{t('admin.unknown')}</Fact>}
        {disks.map(({ place, free_bytes: free, size_bytes: size }) => (
          <Fact key={place} name={t(DISK_TEXTS[place])}>
            {t('admin.disk-free', { free: sizeText(free), size: sizeText(size) })}
            {free < SCARCE_BYTES && <small class="bad">{t('admin.disk-scarce')}</small>}
          </Fact>
        ))}
        <Fact name={t('admin.database')}>{sizeText(database.size_bytes)}</Fact>
        <Fact name={t('admin.app-version')}>
          <span class="ltr">{status.version}</span>
          {release.newer !== null && <small>{t('admin.version-newer', { version: release.newer })}</small>}
          {release.newer === null && release.checked_at !== null && <small>{t('admin.version-newest')}</small>}
          <small>{t('admin.version-since', { time: fullTime(status.started_at) })}</small>
        </Fact>
      </Facts>
    </section>
  )
}
