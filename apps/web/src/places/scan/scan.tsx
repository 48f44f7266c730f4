import { useState } from 'preact/hooks'
import { t } from '../../language/language.ts'
import { Button, ButtonLink } from '../../parts/button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Page } from '../../parts/page.tsx'
import { say } from '../../parts/toast.tsx'
import { useGo } from '../../routing/paths.ts'
import { ImageButton } from './image-button.tsx'
import './scan.css'
import { type CameraState, useCamera } from './use-camera.ts'

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

function Viewfinder({ onFound, onRetry }: { onFound: (text: string) => void; onRetry: () => void }) {
  const { state, video, torch } = useCamera(onFound)
  if (state !== 'starting' && state !== 'on') return <NoCamera state={state} onRetry={onRetry} />
  return (
    <div class="viewfinder">
      <video ref={video} muted playsInline aria-label={t('scan.picture')} />
      <span class="viewfinder-frame" aria-hidden="true" />
      <p class="viewfinder-note" role="status">
        {t(state === 'on' ? 'scan.point' : 'scan.starting')}
      </p>
      {torch !== undefined && (
        <Button icon="torch" aria-pressed={torch.isOn} onClick={torch.toggle}>
          {t('scan.torch')}
        </Button>
      )}
    </div>
  )
}

function NoCamera({ state, onRetry }: { state: Exclude<CameraState, 'starting' | 'on'>; onRetry: () => void }) {
  const [title, note] = wordsOf(state)
  return (
    <EmptyState icon="scan" title={title}>
      <p role="status">{note}</p>
      {state !== 'insecure' && <Button onClick={onRetry}>{t('action.retry')}</Button>}
    </EmptyState>
  )
}

function wordsOf(state: Exclude<CameraState, 'starting' | 'on'>): [string, string] {
  switch (state) {
    case 'none':
      return [t('scan.no-camera'), t('scan.no-camera-note')]
    case 'refused':
      return [t('scan.refused'), t('scan.refused-note')]
    case 'insecure':
      return [t('scan.insecure'), t('scan.insecure-note')]
    case 'failed':
      return [t('scan.failed'), t('scan.failed-note')]
  }
}
