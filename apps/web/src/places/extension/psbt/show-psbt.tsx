import { useEffect, useMemo, useState } from 'preact/hooks'
import { bytesOfBase64 } from '../../../base64.ts'
import { t } from '../../../language/language.ts'
import { Button, IconButton } from '../../../parts/button.tsx'
import { QrCode } from '../../../parts/qr-code.tsx'
import { psbtToCodes } from './psbt-codes.ts'

/** A signer reads one code of this size within this time. */
const EACH_MS = 250

const wantsCalm = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Shows a PSBT as codes for a signer's camera; several codes alternate and can be paused. */
export function ShowPsbt({ psbt }: { readonly psbt: string }) {
  const codes = useMemo(() => psbtToCodes(bytesOfBase64(psbt)), [psbt])
  const [place, setPlace] = useState(0)
  const [isPlaying, setPlaying] = useState(!wantsCalm())
  const count = codes.length
  useEffect(() => {
    if (!isPlaying || count === 1) return undefined
    const timer = setInterval(() => setPlace((now) => (now + 1) % count), EACH_MS)
    return () => clearInterval(timer)
  }, [isPlaying, count])
  const step = (by: 1 | -1): void => {
    setPlaying(false)
    setPlace((place + by + count) % count)
  }
  const label = t('ext.psbt-code', { place: place + 1, count })
  return (
    <div class="psbt-codes">
      <QrCode data={codes[place] ?? ''} label={label} />
      {count > 1 && (
        <>
          <p class="quiet-text" aria-hidden="true">
            {label}
          </p>
          <div class="psbt-steps">
            <IconButton icon="back" mirrored label={t('ext.psbt-previous')} onClick={() => step(-1)} />
            <Button onClick={() => setPlaying(!isPlaying)}>{t(isPlaying ? 'ext.psbt-pause' : 'ext.psbt-play')}</Button>
            <IconButton icon="forward" mirrored label={t('ext.psbt-next')} onClick={() => step(1)} />
          </div>
        </>
      )}
    </div>
  )
}
