import type { Page } from '@satchel/extension-sdk/page'
import type { HttpApp } from '@satchel/http/http-app'
import { invalid } from '@satchel/http/service-error'
import { findPayable } from '@satchel/lnurl/find-payable'
import { LnurlError } from '@satchel/lnurl/lnurl-error'
import { Type } from 'typebox'
import { pageHeaders } from '../extensions/pages/page-headers.ts'
import { renderPage } from '../extensions/pages/render-page.ts'

export interface OldPagesDeps {
  readonly publicUrl: string
  /** Every host of this installation. */
  readonly domains: readonly string[]
  readonly notice: string | undefined
}

const APP_PAGES = ['/wallet', '/wallet/:id', '/wallets', '/uuidv4/:hex', '/boltcards/:external_id']

/** Browsers kept there which overlay they showed. */
const OVERLAY_PAGES = ['/copilot/cp', '/copilot/cp/', '/copilot/pn', '/copilot/pn/']

/**
 * URLs of LNbits' own pages that people have stored. Those of wallets redirect to the web app without their parameters:
 * a user's id was a credential there; that of a card redirects its owner there, too. The manifest of an installed app
 * is ours. A voucher's link shows its code.
 */
export function oldPagesRoutes(app: HttpApp, { publicUrl, domains, notice }: OldPagesDeps): void {
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
    const page = voucherPage(requireVoucher(request.query.lightning, [request.host, ...domains]))
    return reply
      .headers(pageHeaders(page))
      .send(renderPage(page, { extId: '', path: '/lnurlwallet', publicUrl, notice }))
  })
}

const OPEN = { config: { access: 'anyone', rateLimited: 'visit' }, schema: { hide: true } } as const

const VOUCHER = {
  hide: true,
  querystring: Type.Object({ lightning: Type.String({ minLength: 1, maxLength: 8192 }) }),
}

/** Only a withdraw link of this service: the page must not offer a foreign code as ours. */
function requireVoucher(lightning: string, hosts: readonly string[]): string {
  const { url, lnurl } = readVoucher(lightning) ?? {}
  if (url !== undefined && lnurl !== undefined && hosts.includes(url.host) && url.pathname.includes('/withdraw/'))
    return lnurl
  throw invalid({
    type: 'value_error',
    loc: ['query', 'lightning'],
    msg: 'not a voucher of this service',
    input: lightning,
  })
}

/** Reads `lnurl1…`; undefined for everything else, which a wallet might pay. */
function readVoucher(lightning: string): { readonly url: URL; readonly lnurl: string } | undefined {
  try {
    const { lnurl, text } = findPayable(lightning)
    return lnurl?.form === 'bech32' ? { url: new URL(lnurl.url), lnurl: text } : undefined
  } catch (error) {
    if (error instanceof LnurlError) return undefined
    throw error
  }
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
      value: lnurl.toUpperCase(),
      label: 'Scan with a Lightning wallet to withdraw',
    },
    { kind: 'link', text: 'Open the web app', href: '/app/', primary: true },
  ],
})
