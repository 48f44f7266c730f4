import { useState } from 'preact/hooks'
import { base64Of } from '../../../base64.ts'
import { t } from '../../../language/language.ts'
import { Button } from '../../../parts/button.tsx'
import { Viewfinder } from '../../../parts/camera/viewfinder.tsx'
import { say } from '../../../parts/toast.tsx'
import { collectPsbt } from './psbt-codes.ts'

/** Reads the codes that a signer shows until they say a whole PSBT. */
export function ScanPsbt({ onPsbt }: { readonly onPsbt: (base64: string) => void }) {
  const [isOn, setOn] = useState(false)
  if (!isOn)
    return (
      <Button icon="scan" wide onClick={() => setOn(true)}>
        {t('ext.psbt-scan')}
      </Button>
    )
  return (
    <Reading
      onPsbt={(psbt) => {
        setOn(false)
        say(t('ext.psbt-scanned'), 'good')
        onPsbt(psbt)
      }}
      onStop={() => setOn(false)}
    />
  )
}

function Reading({ onPsbt, onStop }: { readonly onPsbt: (base64: string) => void; readonly onStop: () => void }) {
  const [collector] = useState(collectPsbt)
  const [progress, setProgress] = useState(collector.progress)
  const [retries, setRetries] = useState(0)
  const isEnough = (code: string): boolean => {
    const psbt = collector.take(code)
    setProgress(collector.progress)
    if (psbt !== undefined) onPsbt(base64Of(psbt))
    return psbt !== undefined
  }
  return (
    <>
      <Viewfinder key={retries} isEnough={isEnough} onRetry={() => setRetries(retries + 1)} />
      {progress.count > 0 && (
        <p role="status">{t('ext.psbt-progress', { known: progress.known, count: progress.count })}</p>
      )}
      <Button wide onClick={onStop}>
        {t('ext.psbt-stop')}
      </Button>
    </>
  )
}
