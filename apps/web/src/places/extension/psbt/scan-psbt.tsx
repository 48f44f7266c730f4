import { useState } from 'preact/hooks'
import { base64Of } from '../../../base64.ts'
import { t } from '../../../language/language.ts'
import { Button } from '../../../parts/button.tsx'
import { type SignerCode, signerCodeOf } from '../../../parts/camera/signer-code.ts'
import { Viewfinder } from '../../../parts/camera/viewfinder.tsx'
import { say } from '../../../parts/toast.tsx'
import { collectPsbt, type PsbtCollector } from './psbt-codes.ts'

/** Scans a signer's codes until the PSBT is complete. */
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
  const [problem, setProblem] = useState('')
  const isEnough = (code: string): boolean => {
    const seen = signerCodeOf(code)
    const psbt = seen?.kind === 'psbt' ? seen.base64 : readPart(collector, code)
    setProgress(collector.progress)
    setProblem(seen?.kind === 'psbt-part' ? '' : problemOf(seen))
    if (psbt !== undefined) onPsbt(psbt)
    return psbt !== undefined
  }
  return (
    <>
      <Viewfinder key={retries} isEnough={isEnough} onRetry={() => setRetries(retries + 1)} />
      {problem !== '' && <p role="status">{problem}</p>}
      {progress.count > 0 && (
        <p role="status">{t('ext.psbt-progress', { known: progress.known, count: progress.count })}</p>
      )}
      <Button wide onClick={onStop}>
        {t('ext.psbt-stop')}
      </Button>
    </>
  )
}

function readPart(collector: PsbtCollector, code: string): string | undefined {
  const psbt = collector.take(code)
  return psbt && base64Of(psbt)
}

/** Names a scanned code that is not a PSBT, and what to choose. */
function problemOf(seen: SignerCode | undefined): string {
  switch (seen?.kind) {
    case 'bbqr':
      return t('ext.psbt-bbqr')
    case 'other-ur':
      return t('ext.psbt-other-ur', { type: seen.type })
    case 'transaction':
      return t('ext.psbt-transaction')
    default:
      return t('ext.psbt-none')
  }
}
