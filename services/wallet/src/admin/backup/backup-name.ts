/** Names of the backups that the service makes: `satchel-2026-11-27T03-00-00Z.tar.gz`, `.age` when it is encrypted. */
export const backupName = (at: Date, isEncrypted: boolean): string =>
  `satchel-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz${isEncrypted ? '.age' : ''}`

const OURS = /^satchel-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar\.gz(\.age)?$/

/** When a backup of this name was made, Unix milliseconds; undefined: not one of our names. */
export function backupTimeOf(name: string): number | undefined {
  const [, day, hour, minute, second] = OURS.exec(name) ?? []
  const at = Date.parse(`${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(at) ? undefined : at
}
