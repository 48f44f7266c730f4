import { type Html, html } from '@satchel/page/html'
import type { ApiDocument } from './api-document.ts'
import { inline, renderMarkdown } from './render-markdown.ts'
import { idOf, renderOperation } from './render-operation.ts'
import { renderNamedSchema } from './render-schema.ts'
import { type Chapter, listTaskChapters, type Task } from './task-chapters.ts'

export interface ApiPage {
  /** `try`: `/docs`, to send requests. `read`: `/redoc`, everything expanded, to read and print. */
  readonly kind: 'try' | 'read'
  readonly tasks: readonly Task[] | undefined
  /** The route that answers a name and a password with an access token. */
  readonly logInPath: string | undefined
}

/** A page of the OpenAPI document, complete without JavaScript; the script adds search, the log-in box and the forms. */
export function renderApiPage(document: ApiDocument, page: ApiPage): string {
  const { title, version, description = '' } = document.info
  const chapters = listTaskChapters(document, page.tasks)
  const schemas = Object.entries(document.components?.schemas ?? {})
  const name = page.kind === 'try' ? 'try it out' : 'reference'
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title} – ${name}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,"><link rel="stylesheet" href="/docs/docs.css"><script type="module" src="/docs/docs.js"></script></head>
<body data-kind="${page.kind}"><a class="skip" href="#content">Skip to the content</a>
<header><h1>${title}</h1><p>Version ${version} · ${page.kind === 'try' ? html`<a href="/redoc">Read everything</a>` : html`<a href="/docs">Try it out</a>`} · <a href="/openapi.json">OpenAPI</a></p>
<search hidden><label for="search">Search</label><input id="search" type="search" autocomplete="off" spellcheck="false"><p role="status" id="found"></p></search>
${page.kind === 'try' ? logInBox(document, page.logInPath) : ''}</header>
<div class="columns"><nav aria-label="Chapters"><ul><li><a href="#introduction">Introduction</a></li>${chapters.map(linkTo)}${schemas.length === 0 ? '' : html`<li><a href="#schemas">Schemas</a></li>`}</ul></nav>
<main id="content"><section id="introduction" aria-label="Introduction">${renderMarkdown(description, 1)}</section>
${chapters.map((chapter) => renderChapter(chapter, document, page))}
${schemas.length === 0 ? '' : html`<section id="schemas"><h2>Schemas</h2>${schemas.map(([schema, one]) => html`<section id="schema-${schema}" class="schema"><h3>${schema}</h3>${renderNamedSchema(one)}</section>`)}</section>`}
</main></div></body></html>
`.markup
}

const linkTo = ({ id, name, sections }: Chapter): Html =>
  html`<li><a href="#chapter-${id}">${name}</a>${
    sections.length < 2
      ? ''
      : html`<ul>${sections.map(({ tag }) => html`<li><a href="#${id}-${tag.name}">${tag.name}</a></li>`)}</ul>`
  }</li>`

function renderChapter({ id, name, description, also, sections }: Chapter, document: ApiDocument, page: ApiPage): Html {
  const isOne = page.tasks === undefined
  const view = { document, kind: page.kind, level: isOne ? 3 : 4 }
  const operations = sections.map(
    ({ tag, operations: some }) =>
      html`<section class="tag" id="${id}-${tag.name}">${isOne ? '' : html`<h3>${tag.name}</h3>`}${renderMarkdown(tag.description ?? '', 4)}${some.map((one) => renderOperation(one, view))}</section>`,
  )
  const others = also.map(
    (one) => html`<li><a href="#${idOf(one)}"><code>${one.method} ${one.path}</code> ${one.summary ?? ''}</a></li>`,
  )
  return html`<section class="chapter" id="chapter-${id}"><h2>${name}</h2>${renderMarkdown(description, 3)}${
    others.length === 0 ? '' : html`<p>See also:</p><ul>${others}</ul>`
  }${operations}</section>`
}

/** Hidden until the script shows it. Credentials typed here stay in this tab. */
function logInBox(document: ApiDocument, logInPath: string | undefined): Html {
  const schemes = Object.entries(document.components?.securitySchemes ?? {}).filter(
    ([, { type, in: place }]) => type === 'http' || place === 'header',
  )
  if (schemes.length === 0) return html``
  return html`<section id="log-in" aria-label="Log in" hidden><p id="credential" role="status">Not logged in.</p><button type="button" id="log-out" hidden>Log out</button>
<details><summary>Log in</summary><p>What you send here takes effect: a payment is paid. The credential stays in this tab, until you close it or log out.</p>
${
  logInPath === undefined
    ? ''
    : html`<form data-path="${logInPath}" aria-label="Name and password"><label for="log-in-name">Name</label><input id="log-in-name" name="username" autocomplete="username" spellcheck="false" autocapitalize="none" required>
<label for="log-in-password">Password</label><input id="log-in-password" name="password" type="password" autocomplete="current-password" required>
<label for="log-in-totp">Code of the authenticator app, if you use one</label><input id="log-in-totp" name="totp" inputmode="numeric" autocomplete="one-time-code">
<p><button type="submit">Log in</button></p></form>`
}${schemes.map(
  ([
    name,
    { type, name: header = 'Authorization', description: about = '' },
  ]) => html`<form data-scheme="${name}" data-header="${header}" data-prefix="${type === 'http' ? 'Bearer ' : ''}" aria-label="${name}"><p>${inline(about)}</p>
<label for="log-in-${name}">${name} <span class="type">${header}</span></label><input id="log-in-${name}" name="secret" type="password" autocomplete="off" required><p><button type="submit">Use ${name}</button></p></form>`,
)}<p role="alert" id="log-in-problem"></p></details></section>`
}
