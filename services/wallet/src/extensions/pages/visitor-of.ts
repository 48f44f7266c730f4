import { knownLanguage } from '@satchel/page/languages'
import { visitorLanguage } from '@satchel/page/visitor-language'
import type { PageContext } from './render-page.ts'

/** The used part of a request. */
interface Visit {
  readonly url: string
  readonly headers: { readonly 'accept-language'?: string | undefined }
}

/** The language of a page: that of `?lang=`, else the one that the browser prefers. */
export function visitorOf({ url, headers }: Visit): Pick<PageContext, 'language' | 'keepsLanguage'> {
  const wish = new URLSearchParams(url.split('?')[1]).get('lang')
  return {
    language: visitorLanguage(wish, headers['accept-language']),
    keepsLanguage: knownLanguage(wish) !== undefined,
  }
}
