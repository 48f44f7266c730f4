import type { AskedPermission } from './permission-key.ts'

/** In display order: what allows more comes first. */
const KINDS = ['added', 'wider', 'narrower', 'removed'] as const

export interface PermissionChange<Permission extends AskedPermission> {
  readonly kind: (typeof KINDS)[number]
  /** For `wider` and `narrower`, as in the second list; for hosts, only those added or removed. */
  readonly permission: Permission
}

/** Keys of the sentences; the placeholder `permission` is the sentence of the permission. */
export const CHANGE_KEYS = {
  added: 'ext.may-now',
  wider: 'ext.may-more',
  narrower: 'ext.may-less',
  removed: 'ext.may-no-longer',
} as const satisfies Record<(typeof KINDS)[number], string>

/** The changes of permissions from the first list to the second. */
export function comparePermissions<Permission extends AskedPermission>(
  before: readonly Permission[],
  now: readonly Permission[],
): PermissionChange<Permission>[] {
  const gone = before.filter(({ id }) => !now.some((asked) => asked.id === id))
  const changes = [
    ...now.flatMap((asked) => {
      const old = before.find(({ id }) => id === asked.id)
      if (old === undefined) return [{ kind: 'added', permission: asked } as const]
      return asked.id === 'http' ? compareHosts(old, asked) : compareReach(old, asked)
    }),
    ...gone.map((permission) => ({ kind: 'removed', permission }) as const),
  ]
  return changes.toSorted((first, second) => KINDS.indexOf(first.kind) - KINDS.indexOf(second.kind))
}

const EVERY_HOST = '*'

function compareHosts<Permission extends AskedPermission>(
  before: Permission,
  now: Permission,
): PermissionChange<Permission>[] {
  const [old, hosts] = [before.hosts ?? [], now.hosts ?? []]
  if (old.includes(EVERY_HOST)) return hosts.includes(EVERY_HOST) ? [] : [{ kind: 'narrower', permission: now }]
  if (hosts.includes(EVERY_HOST)) return [{ kind: 'wider', permission: now }]
  const added = hosts.filter((host) => !old.includes(host))
  const removed = old.filter((host) => !hosts.includes(host))
  return [
    ...(added.length === 0 ? [] : [{ kind: 'added', permission: { ...now, hosts: added } } as const]),
    ...(removed.length === 0 ? [] : [{ kind: 'removed', permission: { ...before, hosts: removed } } as const]),
  ]
}

/** Values of `spend`, narrowest first. */
const REACHES = ['own', 'listed', 'any']

function compareReach<Permission extends AskedPermission>(
  { to: old = '' }: Permission,
  now: Permission,
): PermissionChange<Permission>[] {
  const more = REACHES.indexOf(now.to ?? '') - REACHES.indexOf(old)
  return more === 0 ? [] : [{ kind: more > 0 ? 'wider' : 'narrower', permission: now }]
}
