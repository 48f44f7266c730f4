import { t } from '../../language/language.ts'
import { Button } from '../button.tsx'
import { EmptyState } from '../empty-state.tsx'
import { type CameraState, useCamera } from './use-camera.ts'
import './viewfinder.css'

interface ViewfinderProps {
  /** Called once, with the text that ended the search. */
  readonly onFound?: (text: string) => void
  /** By default, the first text ends the search. */
  readonly isEnough?: (text: string) => boolean
  readonly onRetry: () => void
}

/** Shows the camera's image, or why there is none. */
export function Viewfinder({ onFound, isEnough, onRetry }: ViewfinderProps) {
  const { state, video, torch } = useCamera({ onFound, isEnough })
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
