import { afterAll } from 'vitest'
import { GuestFailure } from '../src/guest-failure.ts'
import type { HostSide } from '../src/host-side.ts'
import type { GuestCode } from '../src/load-code.ts'
import type { Breach, Json } from '../src/messages.ts'
import { openSandbox } from '../src/sandbox.ts'
import { SandboxEnded } from '../src/sandbox-ended.ts'

export const NOW = Date.UTC(2026, 10, 27)

/** `thrown`: by the code itself, as any error of a package. */
export type End = SandboxEnded['reason'] | 'thrown'

class Refused extends Error {}

/** For a test file: a sandbox, and a host that answers every call with its name and arguments. */
export function openTestSandbox() {
  const breaches: { extension: string; breach: Breach }[] = []
  /** The host side of the run of each breach. */
  const blamed: (HostSide | undefined)[] = []
  const sandbox = openSandbox({
    onBreach(extension, breach, _message, of) {
      breaches.push({ extension, breach })
      blamed.push(of)
    },
  })
  afterAll(() => sandbox.stop())
  const host: HostSide = {
    now: () => NOW,
    facts: () => ({ may: ['pay', 'seal'], values: { base: 'https://pay.example/shop', maxSat: 7 } }),
    async call(name, args) {
      if (args[0] === 'refuse') throw new Refused('not now')
      if (args[0] === 'break') throw new RangeError('of the host')
      return [name, ...args]
    },
    ask: (name, args) => `${name} ${args.map(String).join(' ')}`,
    notice: () => undefined,
    toGuestError: (error) =>
      error instanceof Refused ? { kind: 'rejection', status: 409, detail: error.message } : undefined,
  }
  const run = (code: GuestCode, name: string, args: Json[] = [], contextAt?: number, forMs = 60_000) =>
    sandbox.run(code, { path: [name], args, contextAt }, host, forMs)
  return { sandbox, host, breaches, blamed, run }
}

let versions = 0

/** A package of these functions; each is another version. */
export function codeOf(functions: string, extension = 'shop'): GuestCode {
  versions += 1
  const text = `export default { ${functions} }`
  return { extension, version: String(versions), source: async () => text }
}

/** How a run has ended that does not return. */
export async function endOf(work: Promise<unknown>): Promise<End> {
  const error = await work.catch((thrown: unknown) => thrown)
  if (error instanceof SandboxEnded) return error.reason
  if (error instanceof GuestFailure) return 'thrown'
  throw new Error(`it has ended by itself: ${String(error)}`)
}
