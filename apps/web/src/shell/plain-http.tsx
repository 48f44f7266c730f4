import { useStatus } from '../api/wallets.ts'
import { t } from '../language/language.ts'
import { Banner } from '../parts/banner.tsx'

/** Warns about real money on plain HTTP, except on localhost. Persistent, but not an alert. */
export const PlainHttp = () => (isSecureContext ? null : <Notice />)

function Notice() {
  return useStatus()?.real_money === true ? <Banner icon="shield">{t('https.real-money')}</Banner> : null
}
