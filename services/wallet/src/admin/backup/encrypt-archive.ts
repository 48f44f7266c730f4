import { open, readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'

const MAGIC = 'age-encryption.org/v1'

/** Encrypts for each of the recipients, in age's format, piece by piece (64 KiB). */
export async function encryptArchive(archive: Readable, recipients: readonly string[]): Promise<Readable> {
  // Loaded on first use, to keep the start fast.
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  const encrypted = await encrypter.encrypt(Readable.toWeb(archive) as globalThis.ReadableStream<Uint8Array>)
  return Readable.fromWeb(encrypted as ReadableStream)
}

/** The archive itself, decrypted if it is encrypted. `identityFile`: as `age-keygen` writes it. */
export async function openArchive(file: string, identityFile: string | undefined): Promise<Readable> {
  const handle = await open(file)
  try {
    const start = await handle.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0)
    const isEncrypted = start.buffer.toString('latin1') === MAGIC
    if (isEncrypted && identityFile === undefined) {
      throw new Error('it is encrypted: name the file of the secret key with --identity FILE')
    }
    const bytes = handle.createReadStream({ start: 0 })
    if (!isEncrypted || identityFile === undefined) return bytes
    return await decrypt(bytes, await readIdentities(identityFile))
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function decrypt(bytes: Readable, identities: readonly string[]): Promise<Readable> {
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  try {
    const plain = await decrypter.decrypt(Readable.toWeb(bytes) as globalThis.ReadableStream<Uint8Array>)
    return Readable.fromWeb(plain as ReadableStream)
  } catch (error) {
    bytes.destroy()
    if (/no identity matched/i.test((error as Error).message)) {
      throw new Error('it was encrypted for other keys than those of the identity file', { cause: error })
    }
    throw error
  }
}

/** Lines of secret keys; empty lines and comments do not count. */
async function readIdentities(file: string): Promise<readonly string[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').map((line) => line.trim())
  const identities = lines.filter((line) => line !== '' && !line.startsWith('#'))
  if (identities.length === 0 || !identities.every((one) => /^AGE-SECRET-KEY-(PQ-)?1/.test(one))) {
    throw new Error(`${file} is no identity file of age: its lines are AGE-SECRET-KEY-1…`)
  }
  return identities
}
