import { execFileSync } from 'node:child_process'
import { existsSync, renameSync, rmSync } from 'node:fs'

/** A Debian with these packages in the folder, which is kept: made by debootstrap, and `finish`, when it is not there yet. */
export function keepDebian(folder: string, packages: string, finish: (root: string) => void = () => undefined): void {
  if (existsSync(folder)) return
  const making = `${folder}.${process.pid}`
  try {
    execFileSync('debootstrap', ['--variant=minbase', `--include=${packages}`, 'bookworm', making], {
      stdio: 'inherit',
    })
    finish(making)
    renameSync(making, folder)
  } finally {
    rmSync(making, { recursive: true, force: true })
  }
}
