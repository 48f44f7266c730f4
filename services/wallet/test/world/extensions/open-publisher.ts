import type { ServerResponse } from 'node:http'
import { openHttpServer } from '@satchel/outbound/world/loopback-server'
import { buildPackage, packageManifest, sha256 } from './build-archive.ts'

/** A publisher of extensions: a real server on loopback with a catalogue and archives, which tests change. */
export interface Publisher {
  readonly url: string
  readonly manifestUrl: string
  /** Every request so far: `GET /x.zip?version=1`. */
  paths(): readonly string[]
  /** The catalogue, and the files by path. */
  readonly catalogue: { extensions: object[]; repos: object[]; revoked: unknown[] }
  readonly files: Map<string, Buffer | object | ((url: URL) => object)>
  /** If false, every request fails. */
  open: boolean
  /** If true, requests get no answer. */
  silent: boolean
  /** Publishes a declarative package; `entry`: what the catalogue says differently, `inside`: what the package does. */
  publish(id: string, version: string, more?: { readonly entry?: object; readonly inside?: object }): Promise<Published>
  /** Publishes these bytes without checking them. */
  publishArchive(id: string, version: string, archive: Buffer, entry?: object): Published
}

export interface Published {
  readonly hash: string
  readonly entry: Readonly<Record<string, unknown>>
}

export async function openPublisher(): Promise<Publisher> {
  const files: Publisher['files'] = new Map()
  const catalogue: Publisher['catalogue'] = { extensions: [], repos: [], revoked: [] }
  const server = await openHttpServer(({ url = '' }, response) => {
    if (publisher.silent) return
    if (!publisher.open) return void response.socket?.destroy()
    const asked = new URL(url, 'http://127.0.0.1')
    const found = asked.pathname === '/manifest.json' ? catalogue : files.get(asked.pathname)
    answer(response, typeof found === 'function' ? found(asked) : found)
  })
  const url = `http://127.0.0.1:${server.port}`
  const publisher: Publisher = {
    url,
    manifestUrl: `${url}/manifest.json`,
    paths: () => server.hits.map(({ path }) => path),
    catalogue,
    files,
    open: true,
    silent: false,
    async publish(id, version, { entry = {}, inside = {} } = {}) {
      return publisher.publishArchive(id, version, await buildPackage(packageManifest(id, version, inside)), entry)
    },
    publishArchive(id, version, archive, entry = {}) {
      const path = `/${encodeURIComponent(id)}-${version}.zip`
      files.set(path, archive)
      const hash = sha256(archive)
      const listed = {
        id,
        name: `The ${id}`,
        version,
        short_description: `Keeps ${id}.`,
        archive: `${url}${path}`,
        hash,
        ...entry,
      }
      catalogue.extensions.push(listed)
      return { hash, entry: listed }
    },
  }
  return publisher
}

function answer(response: ServerResponse, body: Buffer | object | undefined): void {
  if (body === undefined) return void response.writeHead(404).end()
  response.writeHead(200).end(Buffer.isBuffer(body) ? body : JSON.stringify(body))
}
