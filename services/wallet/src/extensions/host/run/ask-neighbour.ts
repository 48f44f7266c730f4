import type { Json } from '@satchel/extension-sdk/context'
import type { AnyExtension } from '@satchel/extension-sdk/extension'
import { reject } from '@satchel/extension-sdk/rejection'
import type { ExtensionDeps } from '../extension-deps.ts'
import type { RunJob } from '../stores/commit-run.ts'
import type { AnyCtx, RunParts } from './run-parts.ts'
import type { Trigger } from './trigger.ts'
import type { NamedWallet, RunWallets } from './wallet-names.ts'

interface Asked {
  /** The extension that is asked. */
  readonly neighbour: string
  readonly question: string
  readonly data: Json
  /** The asking extension. */
  readonly from: string
  readonly wallet: NamedWallet
}

export type AskNeighbour = (asked: Asked) => Promise<Json>

/** A separate run, with its own commit. */
type RunAnswer = (
  extension: AnyExtension,
  options: { readonly trigger: Trigger },
  handle: (ctx: AnyCtx, run: { readonly wallets: RunWallets }) => Promise<Json>,
) => Promise<Json>

/**
 * One extension asks another on behalf of the account of its run: a separate run, which sees only that account's data.
 * Both must declare it: the asking one in its permissions, the other by its `answers`.
 */
export const createAskNeighbour =
  (deps: ExtensionDeps, run: RunAnswer): AskNeighbour =>
  async ({ neighbour, question, data, from, wallet }) => {
    const extension = deps.findExtension(neighbour)
    const answer = extension?.answers?.[question]
    if (extension === undefined || answer === undefined) throw reject(`The app ${neighbour} does not offer this.`)
    if (!(await isActive(deps, neighbour, wallet.userId))) {
      throw reject(`The app ${neighbour} is not active for this account.`)
    }
    return run(extension, { trigger: { by: 'owner', ...wallet } }, (ctx, { wallets }) =>
      answer({ from, data, wallet: wallets.handleOf(wallet) }, ctx),
    )
  }

/** The actions that a run starts: questions to other extensions immediately, tasks with its commit. */
export function openNeighbours(
  { demand, extension, wallets }: RunParts,
  { jobs, ask }: { readonly jobs: RunJob[]; readonly ask: AskNeighbour },
): Pick<AnyCtx, 'ask' | 'enqueue'> {
  const from = extension.manifest.id
  const requireNamed = (neighbour: string): void => {
    if (demand('neighbours').extensions.includes(neighbour)) return
    throw new Error(`the manifest of ${from} does not name the extension ${neighbour}`)
  }
  return {
    async enqueue(task, key, neighbour) {
      if (neighbour !== undefined) requireNamed(neighbour)
      const whose = neighbour === undefined ? {} : { extId: neighbour }
      jobs.push({
        kind: 'task',
        reference: `${task}@${key}`,
        payload: '',
        about: key.split(' ')[0] ?? '',
        ...whose,
      })
    },
    async ask(neighbour, question, data, wallet) {
      requireNamed(neighbour)
      return ask({ neighbour, question, data, from, wallet: wallets.walletOf(wallet) })
    },
  }
}

const isActive = async ({ db }: ExtensionDeps, extId: string, userId: string): Promise<boolean> =>
  (await db.first(
    'SELECT active FROM extension_accounts WHERE ext_id = $1 AND user_id = $2 AND active = 1',
    [extId, userId],
    () => true,
  )) ?? false
