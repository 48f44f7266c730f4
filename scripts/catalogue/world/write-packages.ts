import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { releaseText } from '../../../services/wallet/src/extensions/system/packages/publisher-signature.ts'
import { buildPackage, packageManifest, sha256 } from '../../../services/wallet/test/world/extensions/build-archive.ts'
import { newSigner, type Signer } from '../../../services/wallet/test/world/extensions/new-signer.ts'

/** `ID-VERSION.zip` in the folder, and beside it what its publisher states. */
export async function writePackage(
  folder: string,
  id: string,
  version: string,
  { inside = {}, signer, stated = {} }: { inside?: object; signer?: Signer; stated?: object } = {},
): Promise<{ readonly file: string; readonly hash: string; readonly archive: Buffer }> {
  mkdirSync(folder, { recursive: true })
  const archive = await buildPackage(packageManifest(id, version, inside))
  const hash = sha256(archive)
  const file = join(folder, `${id}-${version}.zip`)
  writeFileSync(file, archive)
  const signed = signer?.sign(releaseText({ id, version, hash }))
  if (signer !== undefined || Object.keys(stated).length > 0) {
    writeFileSync(file.replace(/\.zip$/, '.json'), JSON.stringify({ id, version, hash, ...signed, ...stated }))
  }
  return { file, hash, archive }
}

const asks = (id: string, more: object = {}) => ({ id, reason: `Needs ${id}.`, ...more })

export interface Publishers {
  readonly ann: Signer
  readonly bob: Signer
}

/** Two publishers: the diary of Ann in three versions that may do more and less, and the unsigned and signed box of Bob. */
export async function writePublishers(folder: string): Promise<Publishers> {
  const [ann, bob] = [newSigner(), newSigner()]
  const versions = [
    { version: '1.0.0', permissions: [asks('http', { hosts: ['a.example'] }), asks('mail')] },
    { version: '1.1.0', permissions: [asks('http', { hosts: ['a.example', 'b.example'] })], notes: 'Asks b, too.' },
    { version: '1.10.0', permissions: [asks('http', { hosts: ['*'] }), asks('spend', { to: 'any' })] },
  ]
  for (const { version, ...inside } of versions) {
    await writePackage(join(folder, 'ann'), 'diary', version, {
      signer: ann,
      inside: { ...inside, min_service_version: '0.9.0', contributors: ['Ann'], icon: 'clock' },
    })
  }
  await writePackage(join(folder, 'bob'), 'box', '0.1.0', { signer: bob, inside: { owner: { category: 'shop' } } })
  return { ann, bob }
}
