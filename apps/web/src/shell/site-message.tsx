import { useState } from 'preact/hooks'
import { useStatus } from '../api/wallets.ts'
import { Isolated } from '../language/isolated.tsx'
import { t } from '../language/language.ts'
import { Banner } from '../parts/banner.tsx'
import { IconButton } from '../parts/button.tsx'

/** The message that was put away: another one is shown again. */
const READ = 'satchel.read-message'

/** What the operator tells everybody who uses this service, until they put it away. */
export function SiteMessage() {
  const message = useStatus()?.site_motd ?? ''
  const [read, setRead] = useState(() => localStorage.getItem(READ))
  if (message === '' || message === read) return null
  const putAway = (): void => {
    localStorage.setItem(READ, message)
    setRead(message)
  }
  return (
    <Banner icon="bell" action={<IconButton icon="close" label={t('nav.close')} onClick={putAway} />}>
      <Isolated class="site-message">{message}</Isolated>
    </Banner>
  )
}
