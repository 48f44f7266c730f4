import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { compareServices, type Contender } from './extensions/compare-services.ts'
import { fillExtensions } from './extensions/fill-extensions.ts'
import { type PackageServer, servePackages } from './extensions/serve-packages.ts'
import { reservePort } from '@satchel/outbound/world/reserve-port'
import { logIn, type Place, startWalletServer, stopWalletServer } from './wallet/wallet-server.ts'

const PACKAGES = 28
const MAX_RATIO = 1.05
const PURSE_SAT = 1_000_000_000

/**
 * `npm run bench extensions`: what 50 active extensions with 1 000 items each, on the payer's and on the payee's wallet,
 * cost a wallet read and a payment: two services in the same run, on SQLite, one without any.
 * `--items 1000`, `--slices 9`, `--reads 4000`, `--payments 600`, `--verdict` for an exit code.
 */
async function main(): Promise<number> {
  const number = (fallback: string) => ({ type: 'string', default: fallback }) as const
  const { values } = parseArgs({
    options: {
      items: number('1000'),
      slices: number('9'),
      reads: number('4000'),
      payments: number('600'),
      verdict: { type: 'boolean', default: false },
    },
  })
  const packages = await servePackages(PACKAGES)
  const folders = [makeFolder(), makeFolder()] as const
  try {
    const bare = await openContender(folders[0], packages, 0)
    const full = await openContender(folders[1], packages, Number(values.items))
    const sizes = { slices: Number(values.slices), reads: Number(values.reads), payments: Number(values.payments) }
    const { readRatio, paymentRatio, ...costs } = await compareServices(bare, full, sizes)
    bare.server.stop()
    full.server.stop()
    const lines = [
      '| | without | with | ratio (≤ 1.05) |',
      '|---|--:|--:|--:|',
      `| CPU of a wallet read, µs | ${costs.bare.read.toFixed(1)} | ${costs.full.read.toFixed(1)} | ${readRatio.toFixed(3)} |`,
      `| CPU of an internal payment, µs | ${costs.bare.payment.toFixed(0)} | ${costs.full.payment.toFixed(0)} | ${paymentRatio.toFixed(3)} |`,
    ]
    const about = `Node ${process.version}, ${availableParallelism()} cores, ${full.about}, median of ${sizes.slices} slices.`
    process.stdout.write(`${lines.join('\n')}\n\n${about}\n`)
    return values.verdict && Math.max(readRatio, paymentRatio) > MAX_RATIO ? 1 : 0
  } finally {
    packages.stop()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
}

const makeFolder = (): string => mkdtempSync(join(tmpdir(), 'satchel-bench-extensions-'))

/** A service with its items created, restarted, and with funds to pay from. */
async function openContender(
  folder: string,
  packages: PackageServer,
  items: number,
): Promise<Contender & { readonly about: string }> {
  const place: Place = { dialect: 'sqlite', folder, url: `sqlite://${join(folder, 'satchel.db')}` }
  const env = {
    SERVICE_EXTENSIONS_MANIFESTS: JSON.stringify([packages.manifestUrl]),
    SERVICE_SIM_CONTROL: `127.0.0.1:${await reservePort()}`,
  }
  const first = await startWalletServer(place, env)
  const user = await logIn(first.port)
  await user.topUp(PURSE_SAT)
  const payer = await user.defaultWallet()
  const payee = await user.openWallet('payee')
  const elsewhere = await user.openWallet('elsewhere')
  let about = 'no extension'
  if (items > 0) {
    const began = performance.now()
    const wallets = [payer, payee]
    const made = await fillExtensions({ port: first.port, user, packages: packages.ids, wallets, elsewhere, items })
    about = `${made.extensions} active extensions with ${made.items} items`
    process.stderr.write(`${about}, made in ${((performance.now() - began) / 1000).toFixed(0)} s\n`)
  }
  await stopWalletServer(first)
  return { server: await startWalletServer(place, env), payer, payee, about }
}

process.exitCode = await main()
