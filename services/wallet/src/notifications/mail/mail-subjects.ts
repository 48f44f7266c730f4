import { createHash } from 'node:crypto'

/**
 * The key under which a recipient's mails are counted and stopped: a digest, because a recipient may have no account
 * here.
 */
export const recipientKey = (address: string): string => digest('recipient', mailboxOf(address))

export const accountKey = (userId: string): string => digest('account', userId)

const digest = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/** Removes the part after `+`: it reaches the same person. */
function mailboxOf(address: string): string {
  const [, local = address, domain = ''] = /^([^+@]*)(?:\+[^@]*)?@(.*)$/.exec(address.toLowerCase()) ?? []
  return `${local}@${domain}`
}
