import { fullTime } from '../../language/dates.ts'
import { t } from '../../language/language.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { QrCode } from '../../parts/qr-code.tsx'

export interface HandedOut {
  readonly url: string
  readonly expires_at: number
}

/** A link that is shown once, as a QR code and as text. */
export function LinkDialog({
  title,
  link,
  onClose,
}: {
  readonly title: string
  readonly link: HandedOut
  readonly onClose: () => void
}) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{t('admin.link-once', { time: fullTime(link.expires_at) })}</p>
      <QrCode data={link.url} label={title} />
      <CopyButton wide text={link.url} label={t('admin.link-copy')} />
    </Dialog>
  )
}
