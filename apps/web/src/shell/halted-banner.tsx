import { session } from '../api/session.ts'
import { useStatus } from '../api/wallets.ts'
import { t } from '../language/language.ts'
import { Banner } from '../parts/banner.tsx'
import { ButtonLink } from '../parts/button.tsx'
import { useStore } from '../store.ts'

/** Shown while payments are halted; links super users to the reason. */
export function HaltedBanner() {
  const me = useStore(session)
  if (useStatus()?.payments_halted !== true) return null
  const isSuperUser = typeof me === 'object' && me.is_super_user
  return (
    <>
      <Banner icon="warning">{t('home.halted')}</Banner>
      {isSuperUser && (
        <ButtonLink to="/admin/halt" icon="shield" wide>
          {t('home.halted-why')}
        </ButtonLink>
      )}
    </>
  )
}
