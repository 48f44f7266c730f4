/** A permission as manifests and the API write it. */
export interface AskedPermission {
  readonly id: string
  /** Of `spend`. */
  readonly to?: string | undefined
  /** Of `http`. */
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
 * The key of its sentence in the catalogues; undefined = this app does not know it. The placeholder `hosts` is the list
 * of them. Pages outside the app use the same sentences, so this file imports nothing.
 */
export function permissionKey({ id, to = '', hosts = [] }: AskedPermission) {
  if (id === 'spend') return lookUp(SPEND_KEYS, to) ?? SPEND_KEYS.any
  if (id === 'http') return hosts.includes('*') ? 'ext.may-call-any' : 'ext.may-call'
  return lookUp(KEYS, id)
}

const lookUp = <T extends object>(table: T, name: string): T[keyof T] | undefined =>
  Object.hasOwn(table, name) ? table[name as keyof T] : undefined
