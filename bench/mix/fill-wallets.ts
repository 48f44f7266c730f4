import { writeRequest } from '../wallet/ask-all.ts'
import { askMany, makeInvoices, payInvoices } from '../wallet/ask-many.ts'
import { type BenchWallet, logIn } from '../wallet/wallet-server.ts'

/** A wallet that the mix uses. */
export interface UsedWallet extends BenchWallet {
  /** Of its payments and invoices. */
  readonly hashes: string[]
}

export interface FilledWallets {
  readonly wallets: readonly UsedWallet[]
  readonly unused: readonly BenchWallet[]
}

const ACCOUNTS = 10
const WALLETS_EACH = 1000
const USED_EACH = 10
const BALANCE_SAT = 1_000_000
const PAYMENTS_EACH = 200
const PASSWORD = 'a password for the mix'

/**
 * 10,000 wallets of ten accounts, 100 of them used, with a balance and some 200 payments each. All of it is made over
 * HTTP, as users do it: the books are true, and it works with every version of the service.
 */
export async function fillWallets(port: number): Promise<FilledWallets> {
  const superUser = await logIn(port)
  const { ask } = superUser
  const wallets: BenchWallet[] = []
  const unused: BenchWallet[] = []
  const onBody = (body: string): void => void unused.push(JSON.parse(body) as BenchWallet)
  for (let account = 0; account < ACCOUNTS; account += 1) {
    const credentials = { username: `account${account}`, password: PASSWORD }
    const opened = await ask<{ access_token: string }>('POST', '/api/v1/auth/register', {}, credentials)
    const headers = { authorization: `Bearer ${opened.access_token}` }
    const open = (name: string) => ask<BenchWallet>('POST', '/api/v1/wallet', headers, { name })
    for (let index = 0; index < USED_EACH; index += 1) wallets.push(await open(`used ${index}`))
    const request = writeRequest(port, 'POST', '/api/v1/wallet', headers, { name: 'unused' })
    const count = WALLETS_EACH - USED_EACH
    await askMany({ port, count, connections: 32, request: () => request, status: 201, onBody })
  }
  await superUser.topUp(wallets.length * BALANCE_SAT)
  const rich = await superUser.defaultWallet()
  const at = (index: number): BenchWallet => wallets[index % wallets.length] as BenchWallet
  await payInvoices(port, await makeInvoices(port, wallets.length, BALANCE_SAT, at), () => rich)
  // One payment each is the incoming one of another wallet.
  const invoices = await makeInvoices(port, (wallets.length * PAYMENTS_EACH) / 2, 10, at)
  await payInvoices(port, invoices, (index) => at(index + 1))
  const used: UsedWallet[] = []
  for (const wallet of wallets) {
    const headers = { 'x-api-key': wallet.inkey }
    const path = `/api/v1/payments?limit=${PAYMENTS_EACH}`
    const payments = await ask<{ payment_hash: string }[]>('GET', path, headers)
    used.push({ ...wallet, hashes: payments.map((payment) => payment.payment_hash) })
  }
  return { wallets: used, unused }
}
