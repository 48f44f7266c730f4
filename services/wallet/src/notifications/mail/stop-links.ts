import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { recipientKey } from './mail-subjects.ts'

/** Links by which a recipient stops mail, without an account. */
export interface StopLinks {
  linkFor(address: string): string
  /** The recipient of a link; undefined = not our link. */
  read(token: string): string | undefined
}

export function createStopLinks({
  secret,
  publicUrl,
}: {
  readonly secret: string
  readonly publicUrl: string
}): StopLinks {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'satchel mail stop', 32))
  const sign = (recipient: string): Buffer => createHmac('sha256', key).update(recipient).digest().subarray(0, 16)
  return {
    linkFor(address) {
      const recipient = recipientKey(address)
      return `${publicUrl}/mail/stop/${recipient}.${sign(recipient).toString('base64url')}`
    },
    read(token) {
      const [recipient = '', signature = ''] = token.split('.')
      const [given, right] = [Buffer.from(signature, 'base64url'), sign(recipient)]
      return given.length === right.length && timingSafeEqual(given, right) ? recipient : undefined
    },
  }
}
