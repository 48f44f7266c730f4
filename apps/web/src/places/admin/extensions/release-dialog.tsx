import { useState } from 'preact/hooks'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { Isolated } from '../../../language/isolated.tsx'
import { joined } from '../../../language/joined.ts'
import { isolatedHere, t } from '../../../language/language.ts'
import { satToMsat } from '../../../money/money.ts'
import { satText } from '../../../parts/amount.tsx'
import { Banner } from '../../../parts/banner.tsx'
import { CodeFact } from '../../../parts/code-fact.tsx'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { CopyButton } from '../../../parts/copy-button.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { Fact, Facts } from '../../../parts/facts.tsx'
import { QrCode } from '../../../parts/qr-code.tsx'
import { say } from '../../../parts/toast.tsx'
import { govern, type InstalledExtension, isHere, type Release, refreshInstalled } from './installed.ts'
import { ChangeRows, PermissionRows } from './permission-rows.tsx'
import { signatureOf } from './signature-of.ts'

interface Props {
  readonly release: Release
  readonly row: InstalledExtension
  readonly rows: readonly InstalledExtension[]
  /** Older than the installed version. */
  readonly isOlder: boolean
  readonly onClose: () => void
}

interface Due {
  readonly amount: number
  readonly description: string
  readonly payment_request: string
  readonly payment_hash: string
}

/** A release: its signer, its permissions or their changes, and the button that installs it. */
export function ReleaseDialog({ release, row, rows, isOlder, onClose }: Props) {
  const [due, setDue] = useState<Due | undefined>(undefined)
  const [isRefused, setRefused] = useState(false)
  const signature = signatureOf(release, row, rows)
  const canInstall = release.compatible && !release.revoked && !release.installed && !signature.isRejected
  const isStated = release.permissions !== null
  if (!canInstall || !row.runs) {
    return (
      <Dialog title={`${t('admin.app-version')} ${isolatedHere(release.version)}`} onClose={onClose}>
        <About release={release} row={row} signature={signature.text} />
      </Dialog>
    )
  }
  const title = titleOf(release, row, isOlder)
  const run = async (): Promise<void> => {
    try {
      await install(release, row, { acceptPermissions: isStated || isRefused, paymentHash: due?.payment_hash })
    } catch (error) {
      const price = dueOf(error)
      if (price !== undefined && due === undefined) setDue(price)
      if (!isStated && error instanceof ApiError && error.status === 400) setRefused(true)
      throw error
    }
    say(t('action.saved'), 'good')
  }
  return (
    <ConfirmDialog
      title={title}
      action={due !== undefined ? t('admin.app-paid') : isRefused ? t('admin.app-allow') : title}
      progress={t('admin.app-installing')}
      onConfirm={run}
      onClose={onClose}
    >
      <p>{isHere(row) ? t('admin.app-upgrade-note') : t('admin.app-install-note')}</p>
      <About release={release} row={row} signature={signature.text} />
      {due !== undefined && <Invoice due={due} />}
    </ConfirmDialog>
  )
}

function titleOf({ version }: Release, row: InstalledExtension, isOlder: boolean): string {
  if (!isHere(row)) return t('admin.app-install')
  return t(isOlder ? 'admin.app-switch-to' : 'admin.app-upgrade', { version })
}

/** Send the displayed digest: the service rejects the release if the catalogue changed meanwhile. */
async function install(
  { version, hash }: Release,
  row: InstalledExtension,
  { acceptPermissions, paymentHash }: { acceptPermissions: boolean; paymentHash: string | undefined },
): Promise<void> {
  const agreed = {
    accept_permissions: acceptPermissions,
    ...(hash !== null && { hash }),
    ...(paymentHash !== undefined && { payment_hash: paymentHash }),
  }
  if (isHere(row)) return govern(row.id, { upgrade_to: version, ...agreed })
  await call('POST /api/v1/admin/extensions/install', { body: { ext_id: row.id, version, ...agreed } })
  await refreshInstalled()
}

const dueOf = (error: unknown): Due | undefined =>
  error instanceof ApiError && error.status === 402 ? (error.body as { readonly payment?: Due }).payment : undefined

function About({
  release,
  row,
  signature,
}: Pick<Props, 'release' | 'row'> & {
  readonly signature: string
}) {
  const { notes, permissions, publisher, hash, min_service_version: min, max_service_version: max } = release
  const bounds = [...(min === null ? [] : [`≥ ${min}`]), ...(max === null ? [] : [`< ${max}`])]
  return (
    <>
      {notes !== null && (
        <section class="stack" aria-label={t('admin.app-news')}>
          <h3>{t('admin.app-news')}</h3>
          {notes.split('\n').map((line, at) => (
            <p key={at} dir="auto">
              {line}
            </p>
          ))}
        </section>
      )}
      {!isHere(row) || release.installed ? (
        <PermissionRows permissions={permissions ?? undefined} />
      ) : permissions === null ? (
        <Banner icon="warning">{t('admin.app-may-unknown')}</Banner>
      ) : (
        <ChangeRows before={row.permissions} now={permissions} />
      )}
      <Facts>
        {(!release.installed || publisher === null) && <Fact name={t('admin.app-signature')}>{signature}</Fact>}
        {publisher !== null && <CodeFact name={t('admin.app-key')} code={publisher} />}
        {hash !== null && <CodeFact name={t('admin.app-hash')} code={hash} />}
        {bounds.length > 0 && (
          <Fact name={t('admin.app-needs')} ltr>
            {bounds.join(' ')}
          </Fact>
        )}
        <Fact name={t('admin.app-source')}>
          <Isolated>{release.source_repo}</Isolated>
        </Fact>
      </Facts>
    </>
  )
}

/** Paid by the person from any wallet; the service does not pay. */
function Invoice({ due }: { readonly due: Due }) {
  return (
    <>
      <p>{joined([satText(satToMsat(due.amount)), due.description])}</p>
      <QrCode data={due.payment_request.toUpperCase()} label={t('admin.app-invoice')} />
      <CopyButton text={due.payment_request} wide />
    </>
  )
}
