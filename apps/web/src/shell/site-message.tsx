import { useState } from 'preact/hooks'
import { useStatus } from '../api/wallets.ts'
import { Isolated } from '../language/isolated.tsx'
import { t } from '../language/language.ts'
import { Banner } from '../parts/banner.tsx'
import { IconButton } from '../parts/button.tsx'

/** The dismissed message; a different one is shown again. */
const READ = 'satchel.read-message'

/** The operator's message to all users, until dismissed. */
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
