import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface BaseSystem {
  /** Its root file system. */
  readonly folder: string
  /** What an image of it sets. */
  readonly env: Readonly<Record<string, string>>
}

const CERTIFICATES = 'etc/ssl/certs/of-the-machine.crt'

/**
 * In place of the image `node:24-bookworm-slim`, so that no image registry is needed: a Debian of debootstrap with the Node
 * that runs the tests, npm, and the user `node`. Kept in the folder for temporary files.
 */
export function slimDebianWithNode(): BaseSystem {
  const folder = join(tmpdir(), 'satchel-debian-12-slim')
  if (!existsSync(folder)) makeSystem(folder)
  copyFileSync(process.execPath, join(folder, 'usr/local/bin/node'))
  return { folder, env: withCertificates(folder) }
}

function makeSystem(folder: string): void {
  const making = `${folder}.${process.pid}`
  try {
    execFileSync('debootstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', making], {
      stdio: 'inherit',
    })
    // The npm of that image.
    execFileSync('npm', ['install', '--global', '--prefix', join(making, 'usr/local'), '--loglevel=error', 'npm@11'])
    execFileSync('chroot', [making, 'useradd', '--uid', '1000', '--user-group', '--create-home', 'node'])
    renameSync(making, folder)
  } finally {
    rmSync(making, { recursive: true, force: true })
  }
}

/** Where the machine reaches the registry of npm by certificates of its own, the build needs them, too. */
function withCertificates(folder: string): Record<string, string> {
  const own = process.env['NODE_EXTRA_CA_CERTS']
  if (own === undefined) return {}
  copyFileSync(own, join(folder, CERTIFICATES))
  return { NODE_EXTRA_CA_CERTS: `/${CERTIFICATES}` }
}
