import { listOperations, type Operation } from '../matrix/operations.ts'
import type { Cast } from './lives.ts'
import type { Caller, Witness } from './witness.ts'

/** These would end the credentials of the other calls. */
const LEFT_OUT = ['logOutEverywhere', 'deleteCurrentUser', 'resetWalletKeys', 'deleteWallet']

/** Fields that take a secret: no answer repeats it, even if other fields are wrong. */
const SECRET_FIELDS =
  /^(password(_old|_repeat)?|ticket|usr|nostr_event|code|code_verifier|recovery_code|preimage|first_install_token|token|endpoint)$/

/**
 * Every operation of the manual by every caller: without parameters, with nonsense, and with secrets in their places.
 * `every`: one operation of so many.
 */
export async function tryEverything(witness: Witness, cast: Cast, every: number): Promise<void> {
  const { body: document } = await witness.ask({ name: 'anonymous' }, 'GET', '/openapi.json')
  const key = cast.annasWallet.key ?? ''
  const callers: readonly (readonly [Caller, string])[] = [
    [{ name: 'anonymous' }, '?limit=x'],
    [{ name: 'anna' }, `?api-key=${key}`],
    ...Object.values<Caller>({ ...cast }).map((caller) => [caller, '?limit=x'] as const),
  ]
  for (const [index, operation] of listOperations(document).entries()) {
    if (LEFT_OUT.includes(operation.id) || index % every !== 0) continue
    // A key in the wrong place.
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
      /^(checking_)?id$/.test(name) ? key : 'x',
    )
    const bodies = bodiesFor(operation, witness)
    await Promise.all(
      callers.map(async ([caller, query]) => {
        for (const body of bodies) await witness.ask(caller, operation.method, path + query, body)
      }),
    )
  }
}

function bodiesFor({ id, body }: Operation, witness: Witness): unknown[] {
  if (body === undefined) return [undefined]
  const secret = witness.keep(`what was typed for ${id}`, `canary-typed-for-${id}`)
  const names = Object.keys(body.properties ?? {}).filter((name) => SECRET_FIELDS.test(name))
  const all = (value: unknown) => Object.fromEntries(names.map((name) => [name, value]))
  const wrong =
    names.length === 0 ? [] : [all(secret), all([secret]), all(`${secret}\0`), { ...all(secret), unknown: 1 }]
  return [{}, `{"password": "${secret}`, ...wrong]
}
