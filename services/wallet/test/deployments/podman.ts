import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Runs one command of podman and returns what it printed. */
export type Podman = (...args: readonly string[]) => string

/** The Debian packages that this machine lacks. */
export function listMissingForImage(): string[] {
  const missing = ['debootstrap', 'podman', 'runc'].filter((name) => spawnSync('which', [name]).status !== 0)
  return process.getuid?.() === 0 ? missing : [...missing, 'root']
}

/**
 * Podman with a temporary store, so that images, containers and volumes of this machine are not touched.
 * runc also runs on machines that have both versions of cgroups, where crun does not.
 */
export function openPodman(): Podman {
  const place = mkdtempSync(join(tmpdir(), 'satchel-image-'))
  const options = ['--root', join(place, 'store'), '--runroot', join(place, 'run'), '--runtime', 'runc']
  onTestFinished(() => {
    spawnSync('podman', [...options, 'rm', '--all', '--force', '--time', '0'])
    // Gigabytes of small files, which `rmSync` would delete one by one.
    spawnSync('rm', ['-rf', place])
  })
  return (...args) =>
    execFileSync('podman', [...options, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 1e8,
    })
}
