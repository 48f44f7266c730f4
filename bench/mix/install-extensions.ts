import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CODE_FILE, packCode } from '../../scripts/scaffold/pack-code.ts'
import { BUILT_INS } from '../../services/wallet/src/extensions/built-ins.ts'
import { buildPackage, packageManifest } from '../../services/wallet/test/world/extensions/build-archive.ts'
import type { FilledWallets } from './fill-wallets.ts'
import { ITEM_BODIES, MAX_ITEMS } from './item-bodies.ts'
import { sendMany, writeRequest } from './send-requests.ts'
import { logIn } from './wallet-server.ts'

const DECLARATIVE_PACKAGES = 28
/** A package of a usual size: a page, a form, a table, payments. */
const CODE_PACKAGE = fileURLToPath(new URL('../../examples/extensions/board/board.ts', import.meta.url))

/** Fifty active extensions: the built-ins and declarative packages. `rich` and `payee` get so many items of each. */
export async function fillExtensions(port: number, folder: string, wallets: FilledWallets, items: number) {
  const ids = packageIds(DECLARATIVE_PACKAGES)
  for (const id of ids) {
    await dropPackage(folder, id, await buildPackage(packageManifest(id, '1.0.0', { resource: FIELDS })))
  }
  await activate(port, ids)
  const user = await logIn(port)
  const builtIns = BUILT_INS.map(({ manifest }) => manifest.id)
  for (const ext_id of builtIns) await user.askAsUser('POST', '/api/v1/extension', { ext_id })
  const elsewhere = await user.openWallet('elsewhere')
  const owners = [wallets.rich, wallets.payee]
  for (const id of [...builtIns, ...ids]) {
    const each = Math.min(items, MAX_ITEMS[id] ?? items)
    const bodyOf = ITEM_BODIES[id] ?? (({ n }: { n: number }) => ({ title: `Row ${n}`, code: `c${n}` }))
    await sendMany(port, each * owners.length, (n) => {
      const headers = { 'X-Api-Key': (owners[n % owners.length] as (typeof owners)[number]).adminkey }
      const body = bodyOf({ n, elsewhere: elsewhere.id })
      return { text: writeRequest('POST', `/${id}/api/v1/`, headers, body), status: 201 }
    })
  }
}

/** Installs the same package with code under many ids, each with an item. Returns the paths of their pages. */
export async function fillPackages(port: number, folder: string, { rich }: FilledWallets, count: number) {
  const { manifest, source } = await packCode(CODE_PACKAGE, {})
  const ids = packageIds(count)
  for (const id of ids) {
    await dropPackage(folder, id, await buildPackage({ ...manifest, id }, [{ name: CODE_FILE, content: source }]))
  }
  await activate(port, ids)
  const { ask } = await logIn(port)
  const pages: string[] = []
  for (const id of ids) {
    const body = { title: 'Cause', goal: 1000 }
    const item = await ask<{ id: string }>('POST', `/${id}/api/v1/`, { 'x-api-key': rich.adminkey }, body)
    pages.push(`/${id}/p/${item.id}`)
  }
  return pages
}

/** The variables of a service with packages in its folder. */
export function packageSettings(folder: string) {
  const packages = join(folder, 'packages')
  mkdirSync(packages, { recursive: true })
  return { SERVICE_EXTENSIONS_PATH: packages }
}

const packageIds = (count: number): string[] => Array.from({ length: count }, (_one, index) => `bench_${index}`)

const dropPackage = async (folder: string, id: string, archive: Buffer): Promise<void> =>
  writeFileSync(join(folder, 'packages', `${id}.zip`), archive)

async function activate(port: number, ids: readonly string[]): Promise<void> {
  const user = await logIn(port)
  for (const ext_id of ids) {
    await user.askAsUser('POST', '/api/v1/extension', { ext_id, source_repo: 'local' })
  }
}

const FIELDS = {
  title: { type: 'text', max: 100, doc: 'What it says.' },
  price: { type: 'sat', doc: 'Satoshis.', default: 10 },
  code: { type: 'text', max: 20, doc: 'Found by it.', index: true, optional: true },
}
