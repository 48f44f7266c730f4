import { hash as digestOf } from 'node:crypto'

/** Ours are UUIDs as text; LNbits writes the same without dashes. */
export function toUserId(id: string): string {
  const hex = id.toLowerCase().replaceAll('-', '')
  const digits = /^[0-9a-f]{32}$/.test(hex) ? hex : digestOf('sha256', `lnbits user ${id}`, 'hex').slice(0, 32)
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
