import { execFileSync } from 'node:child_process'
import { existsSync, renameSync, rmSync } from 'node:fs'

export interface DebianToKeep {
  readonly folder: string
  readonly release: 'bookworm' | 'trixie'
  /** Names, with commas between them. */
  readonly packages: string
}

/** A Debian that is kept in its folder: made by debootstrap, and `finish`, when it is not there yet. */
export function keepDebian(
  { folder, release, packages }: DebianToKeep,
  finish: (root: string) => void = () => undefined,
): void {
  if (existsSync(folder)) return
  const making = `${folder}.${process.pid}`
  try {
    execFileSync('debootstrap', ['--variant=minbase', `--include=${packages}`, release, making], {
      stdio: 'inherit',
    })
    finish(making)
    renameSync(making, folder)
  } finally {
    rmSync(making, { recursive: true, force: true })
  }
}
