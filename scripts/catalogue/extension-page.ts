import { type Html, html } from '@satchel/page/html'
import { runtimeOf } from '../../services/wallet/src/extensions/system/packages/define-package.ts'
import { boundsText } from '../../services/wallet/src/extensions/system/packages/version-bounds.ts'
import { appText, changeSentences, permissionSentence } from './app-texts.ts'
import { archivePath, type ListedExtension, type ListedRelease, newestOf } from './list-extensions.ts'
import { pageFrame, releaseIcon } from './page-frame.ts'

const ROOT = '../'

/** The page of an extension: permissions of its newest version, its signer, and the changes of every version. */
export function extensionPage(extension: ListedExtension): string {
  const newest = newestOf(extension)
  const { name, short_description, permissions = [], contributors = [], pay_to_install, pay_to_enable } = newest.entry
  return pageFrame({
    title: `${name} – Extensions for Satchel`,
    root: ROOT,
    body: html`<header>
<p class="eyebrow"><a href="${ROOT}index.html">Extensions for Satchel</a></p>
<h1>${releaseIcon(newest)}<bdi>${name}</bdi></h1>
</header>
<main>
<p dir="auto">${short_description}</p>
<dl>
${fact('Id', html`<bdi>${extension.id}</bdi>`)}${fact('Newest version', newest.entry.version)}${contributors.length === 0 ? html`` : fact('Contributors', html`<bdi>${contributors.join(', ')}</bdi>`)}${publisherFact(newest)}${priceFact('Price to install it', pay_to_install)}${priceFact('Price for each account', pay_to_enable)}</dl>
<h2>${appText('ext.permissions')}</h2>
<ul class="list">
${
  permissions.length === 0
    ? html`<li><p>${appText('ext.may-nothing')}</p></li>
`
    : permissions.map(permissionRow)
}</ul>
<h2>${appText('admin.app-versions')}</h2>
${extension.releases.map((release, at) => versionPart(release, extension.releases[at + 1]))}</main>`,
  })
}

const fact = (name: string, value: Html | string): Html => html`<div><dt>${name}</dt><dd>${value}</dd></div>
`

function publisherFact({ entry: { publisher } }: ListedRelease): Html {
  if (publisher === undefined) return fact(appText('admin.app-signature'), appText('admin.app-unsigned'))
  return fact(appText('admin.app-key'), html`<code>${publisher}</code>`)
}

const priceFact = (name: string, fee: ListedRelease['entry']['pay_to_install']): Html =>
  fee === undefined ? html`` : fact(name, html`${fee.amount} sat · <bdi>${fee.description}</bdi>`)

const permissionRow = (permission: NonNullable<ListedRelease['entry']['permissions']>[number]): Html => html`<li>
<p><bdi>${permissionSentence(permission)}</bdi></p>
<p class="note" dir="auto">${permission.reason}</p>
</li>
`

/** `older`: the previous version. */
function versionPart(release: ListedRelease, older: ListedRelease | undefined): Html {
  const { entry, manifest, archive, revoked } = release
  const { version, notes, hash } = entry
  return html`<section id="v${version}" class="version">
<h3>${version}</h3>
${revoked ? html`<p class="bad">${appText('admin.app-revoked')}</p>` : html``}
${notes === undefined ? html`` : html`<p class="lines" dir="auto">${notes}</p>`}
${changesPart(release, older)}
<dl>
${fact('Versions of Satchel', boundsText(entry) || 'every version')}${fact('Version of the extension API', String(manifest.api_version ?? 1))}${fact('Code', runtimeOf(manifest) === 'js' ? 'in the sandbox' : 'none')}${fact('Size', kilobytes(archive.length))}${fact(appText('admin.app-hash'), html`<code>${hash}</code>`)}${signatureFact(release, older)}</dl>
<p><a href="${ROOT}${archivePath(entry)}" download>Download ${version}</a></p>
</section>
`
}

function changesPart({ entry }: ListedRelease, older: ListedRelease | undefined): Html {
  if (older === undefined) return html``
  const changes = changeSentences(older.entry.permissions ?? [], entry.permissions ?? [])
  if (changes.length === 0) return html`<p class="note">It may do the same as ${older.entry.version}.</p>`
  return html`<p>Changes in what it may do since ${older.entry.version}:</p>
<ul class="changes">
${changes.map(
  ({ sentence, isMore }) => html`<li${isMore ? html` class="bad"` : html``}><bdi>${sentence}</bdi></li>
`,
)}</ul>`
}

/** The key differs from that of the previous version: servers reject the upgrade. */
function signatureFact({ entry }: ListedRelease, older: ListedRelease | undefined): Html {
  const before = older?.entry.publisher
  const isOther = before !== undefined && before !== entry.publisher
  const key = entry.publisher === undefined ? appText('admin.app-unsigned') : html`<code>${entry.publisher}</code>`
  return fact(
    appText('admin.app-key'),
    isOther ? html`${key}<br><span class="bad">Not the key of ${older?.entry.version ?? ''}</span>` : html`${key}`,
  )
}

const kilobytes = (bytes: number): string =>
  new Intl.NumberFormat('en', { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 1 }).format(bytes / 1000)
