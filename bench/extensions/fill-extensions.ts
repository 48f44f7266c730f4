import { BUILT_INS } from '../../services/wallet/src/extensions/built-ins.ts'
import { askAll, writeRequest } from '../wallet/ask-all.ts'
import type { BenchWallet, logIn } from '../wallet/wallet-server.ts'
import { ITEM_BODIES, MAX_ITEMS } from './item-bodies.ts'

export interface FillOptions {
  readonly port: number
  readonly user: Awaited<ReturnType<typeof logIn>>
  readonly packages: readonly string[]
  /** Each gets so many items of every extension. */
  readonly wallets: readonly BenchWallet[]
  readonly elsewhere: BenchWallet
  readonly items: number
}

/** Switches on all built-ins, installs the packages as an administrator does, and makes the items; answers how many. */
export async function fillExtensions(options: FillOptions): Promise<{ extensions: number; items: number }> {
  const { user, packages } = options
  const builtIns = BUILT_INS.map(({ manifest }) => manifest.id)
  const ids = [...builtIns, ...packages]
  for (const ext_id of ids) await user.askAsUser('POST', '/api/v1/extension', { ext_id })
  const listed = await user.askAsUser<{ active: boolean }[]>('GET', '/api/v1/extension')
  const extensions = listed.filter(({ active }) => active).length
  let items = 0
  for (const extId of ids) items += await makeItems(options, extId)
  return { extensions, items }
}

async function makeItems({ port, wallets, elsewhere, items }: FillOptions, extId: string): Promise<number> {
  const each = Math.min(items, MAX_ITEMS[extId] ?? items)
  const bodyOf = ITEM_BODIES[extId] ?? (({ n }: { n: number }) => ({ title: `Row ${n}`, code: `c${n}` }))
  const all = each * wallets.length
  let n = 0
  await askAll({
    port,
    connections: 32,
    next: () => {
      const wallet = wallets[n % wallets.length]
      if (n >= all || wallet === undefined) return undefined
      n += 1
      const headers = { 'X-Api-Key': wallet.adminkey }
      return writeRequest(port, 'POST', `/${extId}/api/v1/`, headers, bodyOf({ n, elsewhere: elsewhere.id }))
    },
    onAnswer: (status, body) => {
      if (status !== 201) throw new Error(`${extId}: ${status} ${body}`)
    },
  })
  return all
}
