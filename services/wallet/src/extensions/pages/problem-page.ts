import type { Page } from '@satchel/extension-sdk/page'
import { fixed } from '@satchel/extension-sdk/text'
import { pageHeaders } from './page-headers.ts'
import { type PageContext, renderPage } from './render-page.ts'

export interface Problem {
  readonly status: number
  /** The same text as for programs. */
  readonly detail: string
  readonly code?: string | undefined
  /** The page that the reader came from, below the service. */
  readonly back?: string | undefined
}

/** A page for errors, with a link back. */
export function answerProblem(problem: Problem, context: Omit<PageContext, 'extId' | 'path'>) {
  const page = problemPage(problem)
  // The problem may be temporary.
  const headers = { ...pageHeaders(page), 'Cache-Control': 'no-store' }
  return { headers, body: renderPage(page, { ...context, extId: '', path: '/' }) }
}

const problemPage = ({ status, detail, code = '', back }: Problem): Page => ({
  title: fixed(TITLES[status] ?? 'This did not work'),
  blocks: [
    { kind: 'text', text: fixed(SENTENCES[code] ?? detail) },
    ...(back === undefined ? [] : [{ kind: 'link', text: fixed('Back'), href: back } as const]),
    { kind: 'link', text: fixed('Start page'), href: '/' },
  ],
})

const TITLES: Readonly<Record<number, string>> = {
  404: 'Not found',
  410: 'No longer there',
  429: 'Too many requests',
  500: 'Something went wrong',
  503: 'Not available now',
}

/** In place of details that are no sentences. */
const SENTENCES: Readonly<Record<string, string>> = {
  no_such_address: 'There is nothing at this address. It may have been mistyped, or the page was removed.',
  method_not_allowed: 'This address cannot be opened in this way.',
  internal_error: 'Something went wrong; try again later.',
}
