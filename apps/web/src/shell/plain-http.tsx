import { useStatus } from '../api/wallets.ts'
import { t } from '../language/language.ts'
import { Banner } from '../parts/banner.tsx'

/** Real money over plain http, beyond this machine: others on the way can read along. It stays, and does not shout. */
export const PlainHttp = () => (isSecureContext ? null : <Notice />)

function Notice() {
  return useStatus()?.real_money === true ? <Banner icon="shield">{t('https.real-money')}</Banner> : null
}
