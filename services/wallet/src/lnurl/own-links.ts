import type { HttpApp } from '@satchel/http/http-app'
import { askInside, type InsideAnswer } from '@satchel/http/inside-door'

/** Lightning addresses and LNURLs of this installation. */
export interface OwnLinks {
  /** Answers a link without HTTP; undefined = not our URL. Quotas count the account as one client. */
  ask(url: string, accountId: string): Promise<InsideAnswer | undefined>
  /** Sets the app whose routes answer. */
  answerWith(app: HttpApp): void
}

interface Place {
  readonly publicUrl: string
  /** Every host of this installation, as `Host` headers name them. */
  readonly domains: readonly string[]
}

export function createOwnLinks(place: Place): OwnLinks {
  let app: HttpApp | undefined
  return {
    async ask(url, accountId) {
      const { host, pathname, search } = new URL(url)
      const path = place.domains.includes(host) ? pathHere(place, host, pathname) : undefined
      if (path === undefined || app === undefined) return undefined
      return askInside(app, { path: `${path}${search}`, host, accountId })
    },
    answerWith(given) {
      app = given
    },
  }
}

/** If the public URL has a path, only addresses below it belong to this service. */
function pathHere({ publicUrl }: Place, host: string, pathname: string): string | undefined {
  const base = new URL(publicUrl)
  const prefix = base.host === host ? base.pathname.replace(/\/+$/, '') : ''
  return pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : undefined
}
