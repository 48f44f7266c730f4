import { useState } from 'preact/hooks'
import { t } from '../../language/language.ts'
import { ButtonLink } from '../../parts/button.tsx'
import { nameOfSignerCode, type SignerCode, signerCodeOf } from '../../parts/camera/signer-code.ts'
import { Viewfinder } from '../../parts/camera/viewfinder.tsx'
import { Page } from '../../parts/page.tsx'
import { say } from '../../parts/toast.tsx'
import { useGo } from '../../routing/paths.ts'
import { ImageButton } from './image-button.tsx'

/** Scans a code by camera, image or pasted text. */
export function Scan() {
  const go = useGo()
  const [retries, setRetries] = useState(0)
  const [signer, setSigner] = useState<SignerCode>()
  const found = (text: string): void => go('/send', { state: { text } })
  /** Signing devices' codes cannot be paid: keep scanning. */
  const isPayable = (text: string): boolean => {
    const seen = signerCodeOf(text)
    setSigner(seen)
    return seen === undefined
  }
  return (
    <Page title={t('nav.scan')}>
      <Viewfinder key={retries} onFound={found} isEnough={isPayable} onRetry={() => setRetries(retries + 1)} />
      {signer !== undefined && <p role="status">{t('scan.of-signer', { kind: nameOfSignerCode(signer) })}</p>}
      <div class="row-of-buttons">
        <ImageButton
          onFound={(text) => {
            if (isPayable(text)) found(text)
          }}
          onNothing={() => say(t('scan.nothing-found'))}
        />
        <ButtonLink to="/send" icon="paste" wide>
          {t('action.paste')}
        </ButtonLink>
      </div>
    </Page>
  )
}
