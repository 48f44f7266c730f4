import type { HttpApp } from '@satchel/http/http-app'
import { answersInside, askInside, type InsideAnswer, type InsideQuestion } from '@satchel/http/inside-door'
import type { Pages } from '@satchel/lnurl/find-payable'
import type { OwnAddresses } from './own-addresses.ts'

/** Lightning addresses and LNURLs of this installation. */
export interface OwnLinks extends Pages {
  /** Answers a link without HTTP; undefined = not our URL. Quotas count the account as one client, except for payouts. */
  ask(url: string, by: Pick<InsideQuestion, 'accountId' | 'isPayout'>): Promise<InsideAnswer | undefined>
  /** Whether `ask` answers this URL. */
  isOurs(url: string): Promise<boolean>
  /** Sets the app whose routes answer. */
  answerWith(app: HttpApp): void
}

export function createOwnLinks({ pathOf, linkOf }: Pick<OwnAddresses, 'linkOf' | 'pathOf'>): OwnLinks {
  let app: HttpApp | undefined
  const find = (url: string) => {
    const path = pathOf(url)
    if (path === undefined || app === undefined) return undefined
    const { host, search } = new URL(url)
    return { app, question: { path: `${path}${search}`, host } }
  }
  return {
    linkOf,
    async ask(url, by) {
      const found = find(url)
      return found && askInside(found.app, { ...found.question, ...by })
    },
    async isOurs(url) {
      const found = find(url)
      return found !== undefined && answersInside(found.app, found.question)
    },
    answerWith(given) {
      app = given
    },
  }
}
