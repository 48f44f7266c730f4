import { type Html, html } from '@satchel/page/html'
import { appIconPath } from '../../apps/web/src/parts/icons/app-icon-paths.ts'
import type { ListedRelease } from './list-extensions.ts'

/** Only styles and scripts of the site itself. */
const POLICY = "default-src 'none'; style-src 'self'; script-src 'self'; base-uri 'none'; form-action 'none'"

/** A page of the site. `root`: the relative path from the page to the index, empty or with a slash at its end. */
export function pageFrame({
  title,
  root,
  script,
  body,
}: {
  readonly title: string
  readonly root: string
  readonly script?: string
  readonly body: Html
}): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<link rel="stylesheet" href="${root}style.css">
${script === undefined ? html`` : html`<script src="${root}${script}" defer></script>`}
</head>
<body class="catalogue">
${body}
</body>
</html>
`.markup
}

export const extensionPath = (id: string): string => `extensions/${id}.html`

/** The icon that the extension names, if the web app has it; otherwise the icon of its category. */
export const releaseIcon = ({ manifest: { icon, owner } }: ListedRelease): Html =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${appIconPath(icon, owner?.category)}"/></svg>`
