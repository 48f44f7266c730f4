import { useState } from 'preact/hooks'
import { t } from '../../language/language.ts'
import { ButtonLink } from '../../parts/button.tsx'
import { Viewfinder } from '../../parts/camera/viewfinder.tsx'
import { Page } from '../../parts/page.tsx'
import { say } from '../../parts/toast.tsx'
import { useGo } from '../../routing/paths.ts'
import { ImageButton } from './image-button.tsx'

/** The camera, and two ways without one beside it. */
export function Scan() {
  const go = useGo()
  const [retries, setRetries] = useState(0)
  const found = (text: string): void => go('/send', { state: { text } })
  return (
    <Page title={t('nav.scan')}>
      <Viewfinder key={retries} onFound={found} onRetry={() => setRetries(retries + 1)} />
      <div class="row-of-buttons">
        <ImageButton onFound={found} onNothing={() => say(t('scan.nothing-found'))} />
        <ButtonLink to="/send" icon="paste" wide>
          {t('action.paste')}
        </ButtonLink>
      </div>
    </Page>
  )
}
