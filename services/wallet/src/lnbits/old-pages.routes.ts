import type { HttpApp } from '@satchel/http/http-app'
import type { Page } from '@satchel/extension-sdk/page'
import { Type } from 'typebox'
import { pageHeaders } from '../extensions/pages/page-headers.ts'
import { renderPage } from '../extensions/pages/render-page.ts'

export interface OldPagesDeps {
  readonly publicUrl: string
  readonly notice: string | undefined
}

const APP_PAGES = ['/wallet', '/wallet/:id', '/wallets', '/uuidv4/:hex', '/boltcards/:external_id']

/** Browsers kept there which overlay they showed. */
const OVERLAY_PAGES = ['/copilot/cp', '/copilot/cp/', '/copilot/pn', '/copilot/pn/']

/**
 * Addresses of LNbits' own pages that people have stored. Those of wallets lead to the web app without what they carry: a
 * user's id was a credential there; that of a card leads its owner there, too. The manifest of an installed app is ours. A
 * voucher's link shows its code.
 */
export function oldPagesRoutes(app: HttpApp, { publicUrl, notice }: OldPagesDeps): void {
  for (const url of APP_PAGES)
    app.get(url, OPEN, async (_request, reply) => reply.header('Referrer-Policy', 'no-referrer').redirect('/app/'))
  app.get('/manifest/:file', OPEN, async (_request, reply) => reply.redirect('/app/manifest.webmanifest'))
  for (const url of OVERLAY_PAGES) {
    app.get(url, OPEN, async (_request, reply) =>
      reply
        .headers(pageHeaders(OVERLAY_PAGE))
        .send(renderPage(OVERLAY_PAGE, { extId: '', path: '/copilot/cp/', publicUrl, notice })),
    )
  }
  app.get<{ Querystring: { lightning: string } }>('/lnurlwallet', { ...OPEN, schema: VOUCHER }, (request, reply) => {
    const page = voucherPage(request.query.lightning)
    return reply
      .headers(pageHeaders(page))
      .send(renderPage(page, { extId: '', path: '/lnurlwallet', publicUrl, notice }))
  })
}

const OPEN = { config: { access: 'anyone', rateLimited: 'visit' }, schema: { hide: true } } as const

const VOUCHER = {
  hide: true,
  querystring: Type.Object({ lightning: Type.String({ minLength: 1, maxLength: 3300, pattern: '^[A-Za-z0-9:]+$' }) }),
}

const OVERLAY_PAGE: Page = {
  title: 'Stream overlay',
  eyebrow: 'Satchel',
  blocks: [
    {
      kind: 'text',
      text: 'The browser source needs the address of its overlay: /copilot/overlay/ and the id. The web app shows it.',
    },
    { kind: 'link', text: 'Open the web app', href: '/app/', primary: true },
  ],
}

const voucherPage = (lnurl: string): Page => ({
  title: 'A voucher',
  eyebrow: 'Satchel',
  blocks: [
    { kind: 'text', text: 'Open this voucher with a Lightning wallet: its money goes there.' },
    {
      kind: 'qr',
      value: lnurl.replace(/^lightning:/i, '').toUpperCase(),
      label: 'Scan with a Lightning wallet to withdraw',
    },
    { kind: 'link', text: 'Open the web app', href: '/app/', primary: true },
  ],
})
