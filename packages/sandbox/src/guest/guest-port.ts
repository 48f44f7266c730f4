import { isTooMuch } from '@satchel/json/parse-json'
import { LIMITS } from '../limits.ts'
import type { Answered, AsyncCall, Breach, GuestError, Json, Notice } from '../messages.ts'
import type { Breached } from './breach.ts'
import { callNative } from './natives.ts'

/** Collects what the guest of one run sends to the host in one slice. */
export interface GuestPort {
  /** Called by the guest; answers immediately. */
  ask(name: string, args: string): string
  /** Called by the guest. */
  keep(kind: string, text: string): void
  /** The host has answered a call. */
  answered(): void
  take(): { readonly calls: readonly AsyncCall[]; readonly notices: readonly Notice[]; readonly size: number }
  /** The result of the run, once all its calls are answered. */
  readonly ended: Answered | Breached | undefined
  /** Set even if the guest has caught the error. */
  readonly breach: Breached | undefined
}

const FOR_HOST = 'host '
const WAITS_FOR_NOTHING: Breached = { breach: 'stuck', message: 'it waits for what never happens' }

export function createGuestPort(askHost: (name: string, args: readonly unknown[]) => Answered): GuestPort {
  let calls: AsyncCall[] = []
  let notices: Notice[] = []
  let result: Answered | undefined
  let called = 0
  let open = 0
  let said = 0
  let resultSize = 0
  let breach: Breached | undefined
  const refuse = (what: Breach, message: string): never => {
    breach ??= { breach: what, message }
    throw new Error(message)
  }
  const count = (): void => {
    called += 1
    if (called > LIMITS.calls) refuse('calls', `it makes more than ${LIMITS.calls} calls in one run`)
  }
  const bound = (text: string): void => {
    said += text.length
    if (said > LIMITS.callBytes) refuse('size', 'it sends too much at once')
  }
  /** The host walks it: so it has the bounds of any text from outside. */
  const parse = (text: string): unknown => {
    if (isTooMuch(text)) refuse('size', 'what it sends is nested too deeply, or has too many keys')
    return JSON.parse(text)
  }
  return {
    ask(name, args) {
      if (args.length > LIMITS.callBytes) refuse('size', 'it sends too much at once')
      if (!name.startsWith(FOR_HOST)) return callNative(name, args)
      count()
      return JSON.stringify(askHost(name.slice(FOR_HOST.length), parse(args) as unknown[]))
    },
    keep(kind, text) {
      if (kind === 'end') {
        if (text.length > LIMITS.resultBytes) refuse('size', 'its result is too long')
        resultSize = text.length
        const given = parse(text) as { error?: GuestError; value?: Json }
        // Copy only these fields: the guest must not name the reason why a run was ended.
        result ??= given.error === undefined ? { value: given.value } : { error: given.error }
        return
      }
      bound(text)
      count()
      if (kind === 'notice') return void notices.push(parse(text) as Notice)
      open += 1
      calls.push(parse(text) as AsyncCall)
    },
    answered() {
      open -= 1
    },
    take() {
      const taken = { calls, notices, size: said + resultSize }
      calls = []
      notices = []
      said = 0
      return taken
    },
    get ended() {
      if (open > 0) return undefined
      return result ?? WAITS_FOR_NOTHING
    },
    get breach() {
      return breach
    },
  }
}
