import { listed } from '../../../language/joined.ts'
import { t } from '../../../language/language.ts'
import type { InstalledExtension, Release } from './installed.ts'

export interface Signature {
  readonly text: string
  /** The service refuses this signer as a successor of the installed version. */
  readonly isRejected: boolean
}

/** Compares the signer with that of the installed version; without one, with signers of other apps. */
export function signatureOf(
  { publisher }: Pick<Release, 'publisher'>,
  row: InstalledExtension,
  rows: readonly InstalledExtension[],
): Signature {
  const before = row.publisher
  if (before !== null && publisher === null) return rejected(t('admin.app-signature-gone'))
  if (publisher === null) return accepted(t('admin.app-unsigned'))
  if (before === publisher) return accepted(t('admin.app-signed-same'))
  if (before !== null) return rejected(t('admin.app-signed-other'))
  const known = rows.filter((each) => each.publisher === publisher).map(({ name }) => name)
  if (known.length === 0) return accepted(t('admin.app-signed-new'))
  return accepted(t('admin.app-signed-known', { apps: listed(known) }))
}

const accepted = (text: string): Signature => ({ text, isRejected: false })
const rejected = (text: string): Signature => ({ text, isRejected: true })
