import { execFileSync } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keepDebian } from './kept-debian.ts'

export interface BaseSystem {
  /** Its root file system. */
  readonly folder: string
  /** What an image of it sets. */
  readonly env: Readonly<Record<string, string>>
}

const CERTIFICATES = 'etc/ssl/certs/of-the-machine.crt'

/**
 * In place of the image `node:24-trixie-slim`, so that no image registry is needed: a Debian of debootstrap with the Node
 * that runs the tests, npm, and the user `node`. Kept in the folder for temporary files.
 */
export function slimDebianWithNode(): BaseSystem {
  const folder = join(tmpdir(), 'satchel-debian-13-slim')
  keepDebian({ folder, release: 'trixie', packages: 'ca-certificates' }, likeNodeImage)
  copyFileSync(process.execPath, join(folder, 'usr/local/bin/node'))
  return { folder, env: withCertificates(folder) }
}

/** The npm and the user of that image. */
function likeNodeImage(root: string): void {
  execFileSync('npm', ['install', '--global', '--prefix', join(root, 'usr/local'), '--loglevel=error', 'npm@11'])
  execFileSync('chroot', [root, 'useradd', '--uid', '1000', '--user-group', '--create-home', 'node'])
}

/** Where the machine reaches the registry of npm by certificates of its own, the build needs them, too. */
function withCertificates(folder: string): Record<string, string> {
  const own = process.env['NODE_EXTRA_CA_CERTS']
  if (own === undefined) return {}
  copyFileSync(own, join(folder, CERTIFICATES))
  return { NODE_EXTRA_CA_CERTS: `/${CERTIFICATES}` }
}
