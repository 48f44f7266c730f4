import type { Page as WrittenPage } from '@satchel/extension-sdk/page'
import type { Translations } from '@satchel/extension-sdk/text'
import { attribute, type Html, html } from '@satchel/page/html'
import { isolated } from '@satchel/page/isolated'
import { directionOf, knownLanguage, type Language } from '@satchel/page/languages'
import { CODE_READER_PATH, FRAME_SCRIPT, GUARD_SCRIPTS, PAGE_FILES } from './page-files.ts'
import { isFileFrame } from './page-headers.ts'
import { createPageLinks, type PageLinks } from './page-links.ts'
import { plainFormOf, type Sealer, sealForm } from './plain-form.ts'
import { renderBlock } from './render-block.ts'
import { isGuarded } from './render-field.ts'
import { renderInvoiceTemplate } from './render-invoice.ts'
import { createSpeech, type Spoken, speak } from './speak.ts'
import type { Surface } from './surface.ts'

export interface PageContext {
  /** The extension of the page; empty = the service's own page. */
  readonly extId: string
  /** Path of the page, below the extension: `/p/x`. An installed page starts there. */
  readonly path: string
  /** `SERVICE_PUBLIC_URL`. */
  readonly publicUrl: string
  /** One line for every visitor: that the node is simulated. */
  readonly notice?: string | undefined
  /** Language of the visitor; default English. */
  readonly language?: Language | undefined
  /** Texts of the extension in other languages. */
  readonly translations?: Translations | undefined
  /** The visitor has chosen the language in the address: links keep it. */
  readonly keepsLanguage?: boolean | undefined
  /** The files of the extension for frames: their path below the service, and the sources in the policy of the page. */
  readonly frames?: { readonly path: string; readonly sources: string } | undefined
  /** Seals what forms carry without JavaScript; without it they need JavaScript. */
  readonly vault?: Sealer | undefined
}

/** The whole page: complete without JavaScript, made live by `page.js`. */
export function renderPage(written: WrittenPage, context: PageContext): string {
  const { translations, keepsLanguage, frames } = context
  const language = knownLanguage(written.language) ?? context.language ?? 'en'
  const speech = createSpeech(language, translations)
  const page = speak(written, speech)
  const links = createPageLinks(context.extId, context.publicUrl, keepsLanguage === true ? context.language : undefined)
  const frame = (file: string): string | undefined => frames && links.service(frames.path + file)
  const on: Surface = { ...links, ...speech, plainAction: plainActions(page, context, links), frame }
  const { title, eyebrow, layout = 'narrow', channel } = page
  const live = channel === undefined ? undefined : links.named('/ws', channel)
  const reader = page.readsCodes === true ? links.service(CODE_READER_PATH) : undefined
  const texts = speech.texts === undefined ? undefined : JSON.stringify(speech.texts)
  const times = speech.times.size === 0 ? undefined : JSON.stringify([...speech.times])
  return html`<!doctype html>
<html lang="${language}"${attribute('dir', language === 'en' ? undefined : directionOf(language))}>
<head>
<meta charset="utf-8">
<title>${eyebrow === undefined ? title : [title, eyebrow].map((text) => isolated(text, directionOf(language))).join(' – ')}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${layout === 'bare' ? 'normal' : 'light dark'}">
<meta name="robots" content="noindex">
${renderFiles(page, links)}
${page.installable === true ? renderInstall(page, context, links) : html``}${waits(page) ? html`<noscript><meta http-equiv="refresh" content="15"></noscript>` : html``}
</head>
<body class="${layout}" data-own="${links.own('')}" data-qr="${links.service('/static/qr.svg')}"${attribute('data-reader', reader)}${attribute('data-channel', live)}${attribute('data-texts', texts)}${attribute('data-times', times)}>
${layout === 'bare' ? html`` : renderHeader(page, context, on)}
<main>
${page.blocks.map((block, at) => renderBlock(block, on, at))}</main>
${page.blocks.some((block) => block.kind === 'form' || block.kind === 'app' || isFileFrame(block)) ? renderInvoiceTemplate(on) : html``}
</body>
</html>
`.markup
}

type Page = Spoken<WrittenPage>

function plainActions({ title, eyebrow, brand }: Page, context: PageContext, links: PageLinks): Surface['plainAction'] {
  const { vault, extId, path, language, keepsLanguage } = context
  if (vault === undefined) return () => undefined
  return (form) => {
    const plain = plainFormOf(form, { extId, path, title, eyebrow, brand })
    if (plain === undefined) return undefined
    const lang = keepsLanguage === true ? `?lang=${language}` : ''
    return links.service(`/pages/form/${sealForm(vault, plain)}${lang}`)
  }
}

const waits = ({ blocks }: Page): boolean =>
  blocks.some((block) => block.kind === 'invoice' && (block.status ?? 'pending') === 'pending')

function renderHeader({ title, eyebrow, brand }: Page, { notice }: PageContext, on: Surface): Html {
  const logo = brand?.logo === undefined ? undefined : on.image(brand.logo)
  return html`<header>
${
  notice === undefined
    ? html``
    : html`<p class="notice">${on.say(notice)}</p>
`
}${
  logo === undefined
    ? html``
    : html`<img class="logo" src="${logo}" alt="">
`
}${eyebrow === undefined ? html`` : html`<p class="eyebrow" dir="auto">${eyebrow}</p>`}
<h1 dir="auto">${title}</h1>
</header>`
}

function renderFiles({ scripts = [], styles = [], brand, blocks }: Page, links: PageLinks): Html {
  const needless = [
    ...(blocks.some(isFileFrame) ? [] : [FRAME_SCRIPT]),
    ...(blocks.some((block) => block.kind === 'form' && block.fields.some(isGuarded)) ? [] : GUARD_SCRIPTS),
  ]
  const used = PAGE_FILES.filter(({ path }) => !needless.some((name) => path.endsWith(`/${name}`)))
  const shared = used.map(({ path }) => {
    if (path.endsWith('.css')) return html`<link rel="stylesheet" href="${links.service(path)}">`
    if (STARTED.some((name) => path.endsWith(`/${name}`)))
      return html`<script type="module" src="${links.service(path)}"></script>`
    return html`<link rel="modulepreload" href="${links.service(path)}">`
  })
  const own = (name: string): string => links.named('/assets', name)
  return html`<link rel="icon" type="image/svg+xml" href="${links.service('/static/icon.svg')}">
${shared}${brand?.color === undefined ? html`` : html`<link rel="stylesheet" href="${links.service(`/static/brand/${brand.color.replace('#', '').toLowerCase()}.css`)}">`}
${styles.map((name) => html`<link rel="stylesheet" href="${own(name)}">`)}${scripts.map((name) => html`<script type="module" src="${own(name)}"></script>`)}`
}

/** The others are imported by these. */
const STARTED = ['page.js', FRAME_SCRIPT, GUARD_SCRIPTS[1]]

function renderInstall({ title, eyebrow }: Page, { extId, path }: PageContext, links: PageLinks): Html {
  const query = new URLSearchParams({ name: (eyebrow ?? title).slice(0, 60), ext: extId, path })
  return html`<link rel="manifest" href="${links.service('/static/app.webmanifest')}?${query.toString()}">
<meta name="mobile-web-app-capable" content="yes">
`
}
