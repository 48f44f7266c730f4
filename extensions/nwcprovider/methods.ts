import { ENCRYPTIONS, NOTIFICATIONS, type NotificationType } from './envelope.ts'
import type { NwcConnection, Permission } from './fields.ts'

/** The methods of each permission (NIP-47). */
const METHODS: readonly (readonly [method: string, permission: Permission])[] = [
  ['pay_invoice', 'pay'],
  ['multi_pay_invoice', 'pay'],
  ['get_budget', 'pay'],
  ['make_invoice', 'invoice'],
  ['lookup_invoice', 'lookup'],
  ['list_transactions', 'history'],
  ['get_balance', 'balance'],
  ['get_info', 'info'],
]

export const permissionFor = (method: string): Permission | undefined => METHODS.find(([name]) => name === method)?.[1]

/** The methods that a connection may use. */
export function infoOf({ permissions }: Pick<NwcConnection, 'permissions'>) {
  const methods = METHODS.filter(([, permission]) => permissions.includes(permission)).map(([method]) => method)
  const notifications: readonly NotificationType[] = permissions.includes('lookup') ? NOTIFICATIONS : []
  return { methods, notifications }
}

/** Kind 13194: announces the methods to apps. */
export function announcementOf(connection: Pick<NwcConnection, 'permissions'>) {
  const { methods, notifications } = infoOf(connection)
  const tags = [['encryption', ENCRYPTIONS.join(' ')]]
  if (notifications.length > 0) tags.push(['notifications', notifications.join(' ')])
  const content = [...methods, ...(notifications.length > 0 ? ['notifications'] : [])].join(' ')
  return { kind: 13194, tags, content }
}
