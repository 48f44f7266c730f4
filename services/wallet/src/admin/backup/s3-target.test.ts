import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openS3Server, type S3Server } from '../../../test/world/servers/s3-server.ts'
import { listBackups } from './backup-target.ts'
import { openS3Target } from './s3-target.ts'

const NAME = 'satchel-2026-11-27T03-00-00Z.tar.gz.age'
const PREFIX = "home (1)/o'clock & more/"
const PART = 1000

let folder: string
let server: S3Server
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'satchel-s3-'))
  server = await openS3Server()
})
afterEach(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const open = (changed: Partial<{ secretAccessKey: string; bucket: string }> = {}) => {
  const { url: endpoint, bucket, accessKeyId, secretAccessKey } = server
  const place = { endpoint, bucket, region: 'eu-test-1', prefix: PREFIX, accessKeyId, secretAccessKey, ...changed }
  return openS3Target(place, { dataFolder: folder, partBytes: PART, firstRestMs: 1 })
}
const signal = new AbortController().signal
const write = (bytes: number, target = open()): { file: string; content: Buffer } => {
  const content = randomBytes(bytes)
  mkdirSync(target.stagingFolder, { recursive: true })
  const file = join(target.stagingFolder, `${NAME}.partial`)
  writeFileSync(file, content)
  return { file, content }
}

test.each([
  ['small, in one request', 1000, 0],
  ['in parts, the last one shorter', 3500, 4],
  ['in parts of equal size', 3000, 3],
])('an archive is stored bit by bit, %s, and read back', async (_how, bytes, parts) => {
  const target = open()
  const { file, content } = write(bytes)
  const path = await target.store(file, NAME, signal)
  expect(server.objects.get(PREFIX + NAME)?.equals(content)).toBe(true)
  expect(server.requests.filter((line) => line.includes('partNumber='))).toHaveLength(parts)
  expect([server.uploads.size, readFileSync(path).equals(content)]).toEqual([0, true])
  await target.release(path)
  expect(existsSync(path)).toBe(false)
  const back = join(folder, 'back')
  await target.read(NAME, back)
  expect(readFileSync(back).equals(content)).toBe(true)
})

test('errors of the server and cut connections are retried', async () => {
  const faults: ('cut' | number)[] = [500, 'cut', 503]
  server.misbehave = ({ method }) => (method === 'PUT' ? faults.shift() : undefined)
  const { file, content } = write(3500)
  await open().store(file, NAME, signal)
  expect([faults, server.objects.get(PREFIX + NAME)?.equals(content)]).toEqual([[], true])
})

test.each(['cut', 500] as const)(
  'a server that always fails (%s) fails the upload, whose parts are removed',
  async (fault) => {
    server.misbehave = ({ url }) => (url.searchParams.get('partNumber') === '2' ? fault : undefined)
    const { file } = write(3500)
    await expect(open().store(file, NAME, signal)).rejects.toThrow(
      fault === 500 ? /S3 answers 500/ : /S3 does not answer/,
    )
    expect([server.objects.size, server.uploads.size, existsSync(file)]).toEqual([0, 0, true])
  },
)

test('an upload that is cancelled while the server is silent ends immediately, and its parts are removed', async () => {
  const giving = new AbortController()
  server.misbehave = ({ url }) => {
    if (url.searchParams.get('partNumber') !== '2') return undefined
    giving.abort(new Error('the service stops'))
    return 'hang'
  }
  const { file } = write(3500)
  await expect(open().store(file, NAME, giving.signal)).rejects.toThrow('the service stops')
  expect([server.objects.size, server.uploads.size]).toEqual([0, 0])
})

test('a redirect to another region is not followed, but reported', async () => {
  server.misbehave = () => 301
  await expect(open().list()).rejects.toThrow('S3 answers 301')
  expect(server.requests).toHaveLength(1)
})

test('a wrong secret is rejected immediately, and is not in the message', async () => {
  const { file } = write(10)
  const stored = open({ secretAccessKey: 'another secret' }).store(file, NAME, signal)
  await expect(stored).rejects.toThrow(/^S3 answers 403 to PUT .*: SignatureDoesNotMatch/)
  await expect(stored).rejects.not.toThrow(/another secret/)
  expect(server.requests).toHaveLength(1)
})

test('a missing bucket is reported by the server', async () => {
  await expect(open({ bucket: 'other' }).list()).rejects.toThrow(/404 .*NoSuchBucket/)
})

test('all pages of the list are read; only our own names count, newest first', async () => {
  for (const day of ['25', '27', '26', '24', '23']) {
    server.objects.set(`${PREFIX}satchel-2026-11-${day}T03-00-00Z.tar.gz.age`, Buffer.from(day))
  }
  server.objects.set(`${PREFIX}notes.txt`, Buffer.from('mine'))
  server.objects.set(`${PREFIX}below/${NAME}`, Buffer.from('mine'))
  const found = await listBackups(open())
  expect(found.map(({ name }) => name.slice(16, 18))).toEqual(['27', '26', '25', '24', '23'])
  await open().remove(found[0]?.name ?? '')
  expect(await listBackups(open())).toHaveLength(4)
})

test('remains of a killed process are removed: its parts in the bucket, its archive on this machine', async () => {
  const ours = { key: PREFIX + NAME, parts: new Map([[1, Buffer.alloc(1000)]]) }
  const others = { key: `${PREFIX}video.mp4`, parts: new Map() }
  server.uploads.set('one', ours)
  server.uploads.set('two', others)
  const { file } = write(10)
  await open().removePartial(signal)
  expect([[...server.uploads.keys()], existsSync(file)]).toEqual([['two'], false])
})
