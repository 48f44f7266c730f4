/** A permission as manifests and the API write it. */
export interface AskedPermission {
  readonly id: string
  /** For `spend`. */
  readonly to?: string | undefined
  /** For `http`. */
  readonly hosts?: readonly string[] | undefined
}

const KEYS = {
  receive: 'ext.may-receive',
  'incoming.read': 'ext.may-read-incoming',
  'payments.read': 'ext.may-read-payments',
  page: 'ext.may-show-pages',
  frames: 'ext.may-show-frames',
  ws: 'ext.may-notify',
  mail: 'ext.may-mail',
  schedule: 'ext.may-run',
  nostr: 'ext.may-nostr',
  neighbours: 'ext.may-ask',
  chain: 'ext.may-chain',
  claim: 'ext.may-claim',
} as const

const SPEND_KEYS = {
  own: 'ext.may-spend-own',
  listed: 'ext.may-spend-listed',
  any: 'ext.may-spend-any',
} as const

/**
 * The key of the sentence; undefined: this app does not know the permission. The placeholder `hosts` is their list.
 * Pages outside the app load this file, so it imports nothing.
 */
export function permissionKey({ id, to = '', hosts = [] }: AskedPermission) {
  if (id === 'spend') return lookUp(SPEND_KEYS, to) ?? SPEND_KEYS.any
  if (id === 'http') return hosts.includes('*') ? 'ext.may-call-any' : 'ext.may-call'
  return lookUp(KEYS, id)
}

const lookUp = <T extends object>(table: T, name: string): T[keyof T] | undefined =>
  Object.hasOwn(table, name) ? table[name as keyof T] : undefined
