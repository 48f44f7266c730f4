import { Isolated } from '../../../language/isolated.tsx'
import { joined } from '../../../language/joined.ts'
import { t } from '../../../language/language.ts'
import { ButtonRow, List } from '../../../parts/list-row.tsx'
import type { InstalledExtension, Release } from './installed.ts'
import { signatureOf } from './signature-of.ts'

/** Available versions, newest first: changes, signer, and whether they run here. */
export function Versions({
  row,
  rows,
  releases,
  onShow,
}: {
  readonly row: InstalledExtension
  readonly rows: readonly InstalledExtension[]
  readonly releases: readonly Release[]
  readonly onShow: (release: Release) => void
}) {
  if (releases.length === 0) return null
  return (
    <section class="stack" aria-label={t('admin.app-versions')}>
      <h2>{t('admin.app-versions')}</h2>
      <List label={t('admin.app-versions')}>
        {releases.map((release) => (
          <ButtonRow
            key={release.version}
            icon={release.installed ? 'check' : release.revoked ? 'warning' : 'download'}
            title={<Isolated>{release.version}</Isolated>}
            note={
              <>
                {stateOf(release, signatureOf(release, row, rows).text)}
                {release.notes !== null && (
                  <>
                    <br />
                    <Isolated>{firstLine(release.notes)}</Isolated>
                  </>
                )}
              </>
            }
            onClick={() => onShow(release)}
          />
        ))}
      </List>
    </section>
  )
}

function stateOf({ installed, revoked, compatible }: Release, signature: string): string {
  const states = [
    ...(installed ? [t('admin.app-in-use')] : []),
    ...(revoked ? [t('admin.app-revoked')] : []),
    ...(compatible ? [] : [t('admin.app-unfit-version')]),
    ...(installed ? [] : [signature]),
  ]
  return joined(states)
}

const MAX_LENGTH = 120

function firstLine(notes: string): string {
  const [line = ''] = notes.trim().split('\n')
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line
}
