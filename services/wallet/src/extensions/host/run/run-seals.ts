import type { AnyCtx, RunParts } from './run-parts.ts'

/** Seals with the key-encryption key, per extension: it cannot open the seals of another one. */
export function openRunSeals({ deps: { vault }, extension }: RunParts): Pick<AnyCtx, 'seal' | 'unseal'> {
  const prefix = `sealed by ${extension.manifest.id}: `
  return {
    seal: (text) => encode(vault.seal(prefix + text)),
    unseal(sealed) {
      const text = opened(() => vault.open(decode(sealed)))
      return text?.startsWith(prefix) === true ? text.slice(prefix.length) : null
    },
  }
}

/** The vault throws for texts that it did not seal. */
function opened(open: () => string): string | undefined {
  try {
    return open()
  } catch {
    return undefined
  }
}

const encode = (sealed: string): string => Buffer.from(sealed).toString('base64url')
const decode = (sealed: string): string => Buffer.from(sealed, 'base64url').toString()
