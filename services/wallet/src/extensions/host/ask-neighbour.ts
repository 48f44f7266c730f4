import type { Json } from '@satchel/extension-sdk/context'
import type { AnyExtension } from '@satchel/extension-sdk/extension'
import { refuse } from '@satchel/extension-sdk/refusal'
import type { RunJob } from './commit-run.ts'
import type { ExtensionDeps } from './extension-deps.ts'
import type { AnyCtx, RunParts } from './run-parts.ts'
import type { Trigger } from './trigger.ts'
import type { NamedWallet, RunWallets } from './wallet-names.ts'

interface Asked {
  /** Who is asked. */
  readonly neighbour: string
  readonly question: string
  readonly about: Json
  /** Who asks. */
  readonly from: string
  readonly wallet: NamedWallet
}

export type AskNeighbour = (asked: Asked) => Promise<Json>

/** A run of its own, with its own commit. */
type RunAnswer = (
  extension: AnyExtension,
  options: { readonly trigger: Trigger },
  handle: (ctx: AnyCtx, run: { readonly wallets: RunWallets }) => Promise<Json>,
) => Promise<Json>

/**
 * One extension asks another, for the account whose wallet it has to do with: a run of its own, which sees what belongs
 * to that account. Both have to say so: the one in its permissions, the other by its `answers`.
 */
export const createAskNeighbour =
  (deps: ExtensionDeps, run: RunAnswer): AskNeighbour =>
  async ({ neighbour, question, about, from, wallet }) => {
    const extension = deps.findExtension(neighbour)
    const answer = extension?.answers?.[question]
    if (extension === undefined || answer === undefined) throw refuse(`The extension ${neighbour} does not offer this.`)
    if (!(await isActive(deps, neighbour, wallet.userId))) {
      throw refuse(`The extension ${neighbour} is not active for this account.`)
    }
    return run(extension, { trigger: { by: 'owner', ...wallet } }, (ctx, { wallets }) =>
      answer({ from, about, wallet: wallets.handleOf(wallet) }, ctx),
    )
  }

/** What a run does beside itself: asks others at once, begins tasks with its commit. */
export function openNeighbours(
  { demand, extension, wallets }: RunParts,
  { jobs, ask }: { readonly jobs: RunJob[]; readonly ask: AskNeighbour },
): Pick<AnyCtx, 'ask' | 'begin'> {
  const from = extension.manifest.id
  const requireNamed = (neighbour: string): void => {
    if (demand('neighbours').extensions.includes(neighbour)) return
    throw new Error(`the manifest of ${from} does not name the extension ${neighbour}`)
  }
  return {
    async begin(task, about, neighbour) {
      if (neighbour !== undefined) requireNamed(neighbour)
      const whose = neighbour === undefined ? {} : { extId: neighbour }
      jobs.push({
        kind: 'task',
        reference: `${task}@${about}`,
        payload: '',
        about: about.split(' ')[0] ?? '',
        ...whose,
      })
    },
    async ask(neighbour, question, about, wallet) {
      requireNamed(neighbour)
      return ask({ neighbour, question, about, from, wallet: wallets.walletOf(wallet) })
    },
  }
}

const isActive = async ({ db }: ExtensionDeps, extId: string, userId: string): Promise<boolean> =>
  (await db.first(
    'SELECT active FROM extension_accounts WHERE ext_id = $1 AND user_id = $2 AND active = 1',
    [extId, userId],
    () => true,
  )) ?? false
