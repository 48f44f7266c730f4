import { readFileSync } from 'node:fs'
import { BASE_CSS } from '@satchel/page/base-css'
import type { HttpApp } from '../http-app.ts'
import { sendCached } from '../prepared/cached-answer.ts'
import type { ApiDocument } from './api-document.ts'
import { createDocumentAnswers } from './document-answers.ts'
import { type ApiPage, renderApiPage } from './render-api-page.ts'

export interface ApiPagesDeps extends Pick<ApiPage, 'tasks' | 'logInPath'> {
  /** The current OpenAPI document. */
  readonly read: () => Promise<string>
}

/** `/docs` to try the API, `/redoc` to read it: our own pages, from our own files. */
export function serveApiPages(app: HttpApp, { read, tasks, logInPath }: ApiPagesDeps): void {
  const open = { config: { access: 'anyone' }, schema: { hide: true } } as const
  for (const [path, kind] of [
    ['/docs', 'try'],
    ['/redoc', 'read'],
  ] as const) {
    const write = (text: string): string => renderApiPage(JSON.parse(text) as ApiDocument, { kind, tasks, logInPath })
    const answerOf = createDocumentAnswers(read, { write, type: HTML_TYPE })
    app.get(path, open, async (request, reply): Promise<void> => {
      const answer = await answerOf()
      reply.headers(PAGE_HEADERS)
      sendCached(request, reply, answer, 'no-cache')
    })
  }
  for (const [file, type] of BROWSER_FILES) {
    const own = readFileSync(new URL(`browser/${file}`, import.meta.url), 'utf8')
    const text = type === CSS_TYPE ? BASE_CSS + own : own
    const answerOf = createDocumentAnswers(async () => text, { type })
    app.get(
      `/docs/${file}`,
      open,
      async (request, reply): Promise<void> => sendCached(request, reply, await answerOf(), 'no-cache'),
    )
  }
}

const HTML_TYPE = 'text/html; charset=utf-8'
const CSS_TYPE = 'text/css; charset=utf-8'
const SCRIPT_TYPE = 'text/javascript; charset=utf-8'

const BROWSER_FILES = [
  ['docs.css', CSS_TYPE],
  ['docs.js', SCRIPT_TYPE],
  ['log-in.js', SCRIPT_TYPE],
  ['try-operation.js', SCRIPT_TYPE],
] as const

/** Package authors write the descriptions: the policy keeps an unescaped one from running scripts. */
const PAGE_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; " +
    "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  'Referrer-Policy': 'no-referrer',
}
