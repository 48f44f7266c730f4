import { createHash } from 'node:crypto'

/** Under which name a recipient is counted, and stops mail: a digest, because the address is nobody's account. */
export const recipientKey = (address: string): string => digest('recipient', mailboxOf(address))

export const accountKey = (userId: string): string => digest('account', userId)

const digest = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/** What comes after a `+` reaches the same person. */
function mailboxOf(address: string): string {
  const [, local = address, domain = ''] = /^([^+@]*)(?:\+[^@]*)?@(.*)$/.exec(address.toLowerCase()) ?? []
  return `${local}@${domain}`
}
