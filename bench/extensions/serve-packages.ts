import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buildPackage, packageManifest, sha256 } from '../../services/wallet/world/extensions/build-archive.ts'

export interface PackageServer {
  readonly manifestUrl: string
  readonly ids: readonly string[]
  stop(): void
}

/** A publisher on loopback with so many declarative packages, each with a few fields. */
export async function servePackages(count: number): Promise<PackageServer> {
  const ids = Array.from({ length: count }, (_one, index) => `bench_${index}`)
  const files = new Map<string, Buffer>()
  const server = createServer(({ url = '' }, response) => {
    const found = files.get(url)
    response.writeHead(found === undefined ? 404 : 200).end(found)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const extensions = []
  for (const id of ids) {
    const archive = await buildPackage(packageManifest(id, '1.0.0', { resource: FIELDS }))
    files.set(`/${id}.zip`, archive)
    const about = { id, name: `Bench ${id}`, version: '1.0.0', short_description: 'Keeps rows.' }
    extensions.push({ ...about, archive: `${base}/${id}.zip`, hash: sha256(archive) })
  }
  files.set('/manifest.json', Buffer.from(JSON.stringify({ extensions, repos: [] })))
  return { manifestUrl: `${base}/manifest.json`, ids, stop: () => void server.close() }
}

const FIELDS = {
  title: { type: 'text', max: 100, doc: 'What it says.' },
  price: { type: 'sat', doc: 'Satoshis.', default: 10 },
  code: { type: 'text', max: 20, doc: 'Found by it.', index: true, optional: true },
}
