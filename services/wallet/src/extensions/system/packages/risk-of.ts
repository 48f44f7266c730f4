/** The fields of a permission that all its forms have. */
export interface AskedPermission {
  readonly id: string
  readonly reason: string
  readonly to?: string
  readonly hosts?: readonly string[]
}

const RISK: Readonly<Record<string, number>> = {
  receive: 1,
  page: 1,
  frames: 2,
  ws: 1,
  schedule: 1,
  chain: 2,
  nostr: 2,
  claim: 2,
  neighbours: 2,
  'incoming.read': 2,
  'payments.read': 3,
  mail: 3,
  http: 3,
}
const RISK_OF_SPENDING: Readonly<Record<string, number>> = { own: 3, listed: 4, any: 5 }

/** 1 to 5: access to its own rows only is 1, payments to anyone 5. */
export function riskOf(permissions: readonly AskedPermission[]): number {
  const single = Math.max(1, ...permissions.map(riskOfOne))
  const ids = permissions.map(({ id }) => id)
  // Data that it reads can be sent to another host.
  const tells = ids.includes('http') && ids.some((id) => id === 'payments.read' || id === 'incoming.read')
  return Math.min(5, single + (tells ? 1 : 0))
}

const riskOfOne = ({ id, to = '' }: AskedPermission): number => (id === 'spend' ? RISK_OF_SPENDING[to] : RISK[id]) ?? 5

/** Permissions of the second that the first lacks; a wider scope of the same permission counts, too. */
export function newPermissions(old: readonly AskedPermission[], now: readonly AskedPermission[]): string[] {
  return now
    .filter((asked) => {
      const before = old.find(({ id }) => id === asked.id)
      if (before === undefined || riskOfOne(asked) > riskOfOne(before)) return true
      return (asked.hosts ?? []).some((host) => !(before.hosts ?? []).includes(host))
    })
    .map(({ id }) => id)
}
