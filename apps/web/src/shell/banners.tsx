import { serviceReached } from '../api/call.ts'
import { t } from '../language/language.ts'
import { Banner } from '../parts/banner.tsx'
import { Button } from '../parts/button.tsx'
import { useStore } from '../store.ts'
import { Limited } from './limited.tsx'
import { newVersion, takeNewVersion } from './new-version.ts'
import { online } from './online.ts'
import { PlainHttp } from './plain-http.tsx'
import { SiteMessage } from './site-message.tsx'

/** Banners above every place: operator's message, offline, new version. */
export function Banners() {
  const isOnline = useStore(online)
  const reached = useStore(serviceReached)
  const waiting = useStore(newVersion)
  return (
    <div class="banners" role="status">
      <PlainHttp />
      <Limited />
      <SiteMessage />
      {!isOnline && <Banner icon="warning">{t('offline.device')}</Banner>}
      {isOnline && !reached && <Banner icon="warning">{t('offline.no-service')}</Banner>}
      {waiting !== undefined && (
        <Banner icon="download" action={<Button onClick={takeNewVersion}>{t('update.reload')}</Button>}>
          {t('update.ready')}
        </Banner>
      )}
    </div>
  )
}
