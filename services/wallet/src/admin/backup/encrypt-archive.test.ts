import { randomBytes } from 'node:crypto'
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { generateHybridIdentity, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { recipientsProblem } from '../../config/recipients-problem.ts'
import { encryptArchive, openArchive } from './encrypt-archive.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'satchel-age-'))
  file = join(folder, 'archive')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const encryptTo = async (content: Buffer, ...recipients: string[]): Promise<void> =>
  pipeline(await encryptArchive(Readable.from([content]), recipients), createWriteStream(file))
const identityFile = (...lines: string[]): string => {
  const path = join(folder, 'identity')
  writeFileSync(path, lines.join('\n'))
  return path
}
const decrypt = async (identity: string | undefined): Promise<Buffer> => buffer(await openArchive(file, identity))

test.each([
  ['classic', generateX25519Identity],
  ['post-quantum', generateHybridIdentity],
])('an archive encrypted for two %s keys is decrypted by each of them, byte for byte', async (_kind, generate) => {
  const identities = [await generate(), await generate()]
  const recipients = await Promise.all(identities.map(identityToRecipient))
  expect(recipientsProblem(recipients)).toBeUndefined()
  const content = randomBytes(300_000)
  await encryptTo(content, ...recipients)
  expect(readFileSync(file).includes(content.subarray(0, 100))).toBe(false)
  for (const identity of identities) {
    const found = await decrypt(identityFile('# created: today', '# public key: age1…', identity, ''))
    expect(found.equals(content)).toBe(true)
  }
})

test('an unencrypted archive is read unchanged, with and without an identity', async () => {
  writeFileSync(file, 'plain')
  const identity = identityFile(await generateX25519Identity())
  expect([String(await decrypt(undefined)), String(await decrypt(identity))]).toEqual(['plain', 'plain'])
})

test('without the right secret key the error says what is missing', async () => {
  await encryptTo(Buffer.from('x'), await identityToRecipient(await generateX25519Identity()))
  await expect(decrypt(undefined)).rejects.toThrow('it is encrypted: name the file of the secret key with --identity')
  await expect(decrypt(identityFile(await generateX25519Identity()))).rejects.toThrow('encrypted for other keys')
  await expect(decrypt(identityFile('age1notasecret'))).rejects.toThrow('is no identity file of age')
  await expect(decrypt(identityFile('# nothing'))).rejects.toThrow('is no identity file of age')
})

test('an encrypted archive that is changed or cut off is rejected', async () => {
  const identity = await generateX25519Identity()
  await encryptTo(randomBytes(200_000), await identityToRecipient(identity))
  const whole = readFileSync(file)
  const spoilt = [
    whole.subarray(0, -1),
    whole.subarray(0, 70_000),
    Buffer.from(whole).fill(1, 100_000, 100_001),
    Buffer.concat([whole, Buffer.from('x')]),
  ]
  for (const content of spoilt) {
    writeFileSync(file, content)
    await expect(decrypt(identityFile(identity))).rejects.toThrow()
  }
})

test('at most a few chunks of a large archive are in memory', async () => {
  const recipient = await identityToRecipient(await generateX25519Identity())
  let produced = 0
  let consumed = 0
  let furthest = 0
  async function* content(): AsyncGenerator<Buffer> {
    for (let piece = 0; piece < 256; piece += 1) {
      produced += 65_536
      furthest = Math.max(furthest, produced - consumed)
      yield Buffer.alloc(65_536)
    }
  }
  for await (const chunk of await encryptArchive(Readable.from(content()), [recipient])) {
    consumed += (chunk as Buffer).length
  }
  expect(consumed).toBeGreaterThan(256 * 65_536)
  expect(furthest).toBeLessThan(40 * 65_536)
})
