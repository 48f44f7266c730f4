import { hash as digestOf } from 'node:crypto'
import { withDashes } from '../../base/ids.ts'

/** Ours are UUIDs as text; LNbits writes the same without dashes. */
export function toUserId(id: string): string {
  const hex = id.toLowerCase().replaceAll('-', '')
  return withDashes(/^[0-9a-f]{32}$/.test(hex) ? hex : digestOf('sha256', `lnbits user ${id}`, 'hex').slice(0, 32))
}
