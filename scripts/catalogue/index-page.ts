import { type Html, html } from '@satchel/page/html'
import { appText } from './app-texts.ts'
import { type ListedExtension, newestOf } from './list-extensions.ts'
import { extensionPath, pageFrame, releaseIcon } from './page-frame.ts'

/** The list of all extensions. The search needs scripts. */
export function indexPage(extensions: readonly ListedExtension[], manifestUrl: string | undefined): string {
  return pageFrame({
    title: 'Extensions for Satchel',
    root: '',
    script: 'search.js',
    body: html`<header>
<h1>Extensions for Satchel</h1>
</header>
<main>
<form class="field js" role="search">
<label for="search">${appText('apps.search')}</label>
<input id="search" type="search" autocomplete="off">
</form>
<ul class="list extensions">
${extensions.map(row)}</ul>
<p id="none" role="status" data-text="${appText('apps.nothing-found')}"></p>
<h2>Install from this catalogue</h2>
${howTo(manifestUrl)}
</main>`,
  })
}

function row(extension: ListedExtension): Html {
  const newest = newestOf(extension)
  const { id, name, version, short_description, publisher } = newest.entry
  const state = newest.revoked
    ? appText('admin.app-revoked')
    : publisher === undefined
      ? appText('admin.app-unsigned')
      : 'Signed'
  return html`<li>
${releaseIcon(newest)}
<div>
<a href="${extensionPath(id)}"><bdi>${name}</bdi></a>
<p dir="auto">${short_description}</p>
<small>${version} · ${state} · <bdi>${id}</bdi></small>
</div>
</li>
`
}

const howTo = (manifestUrl: string | undefined): Html =>
  manifestUrl === undefined
    ? html`<p>Add the address of <a href="catalogue.json">catalogue.json</a> to <code>SERVICE_EXTENSIONS_MANIFESTS</code>, and restart the service.</p>`
    : html`<p>Add its manifest to the settings of the service, and restart it:</p>
<pre tabindex="0"><code>SERVICE_EXTENSIONS_MANIFESTS=${JSON.stringify([manifestUrl])}</code></pre>`
