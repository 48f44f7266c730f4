import { type Request, sendMany, writeRequest } from './send-requests.ts'
import { type BenchWallet, logIn } from './wallet-server.ts'

/** A wallet that requests use. */
export interface UsedWallet extends BenchWallet {
  /** Payment hashes of its payments and invoices. */
  readonly hashes: string[]
  /** `Authorization` of its user; only that of `rich` and of the wallets of `several`. */
  readonly authorization?: string
}

export interface FilledWallets {
  readonly wallets: readonly UsedWallet[]
  readonly unused: readonly BenchWallet[]
  /** The default wallet of the super user. It pays for the others. */
  readonly rich: UsedWallet
  /** The second wallet of the super user. */
  readonly payee: UsedWallet
  /** The three wallets of one user; `add-history` fills the first two. */
  readonly several: readonly UsedWallet[]
}

const ACCOUNTS = 10
const USED_EACH = 10
const BALANCE_SAT = 1_000_000
const RICH_SAT = 1_000_000_000
/** A used wallet has a fifth as many payments as its account has wallets. */
const WALLETS_PER_PAYMENT = 5
const PASSWORD = 'a password for the mix'

/**
 * Makes 10,000 wallets of ten accounts, 100 of them used, with a balance and some 200 payments each. It uses HTTP, as
 * users do: so the books are true, and it works with every version of the service.
 */
export async function fillWallets(port: number, walletsEach = 1000): Promise<FilledWallets> {
  const superUser = await logIn(port)
  const { ask } = superUser
  const register = async (username: string) => {
    const body = { username, password: PASSWORD }
    const { access_token } = await ask<{ access_token: string }>('POST', '/api/v1/auth/register', {}, body)
    const headers = { authorization: `Bearer ${access_token}` }
    const open = (name: string) => ask<BenchWallet>('POST', '/api/v1/wallet', headers, { name })
    return { headers, open }
  }
  const wallets: BenchWallet[] = []
  const unused: BenchWallet[] = []
  for (let account = 0; account < ACCOUNTS; account += 1) {
    const { headers, open } = await register(`account${account}`)
    for (let index = 0; index < USED_EACH; index += 1) wallets.push(await open(`used ${index}`))
    const request: Request = {
      text: writeRequest('POST', '/api/v1/wallet', headers, { name: 'unused' }),
      status: 201,
      onAnswer: ({ body }) => void unused.push(JSON.parse(body) as BenchWallet),
    }
    await sendMany(port, walletsEach - USED_EACH, () => request)
  }
  await superUser.topUp(wallets.length * BALANCE_SAT + RICH_SAT)
  const rich = { ...(await superUser.defaultWallet()), hashes: [], ...superUser.auth }
  const at = (index: number): BenchWallet => wallets[index % wallets.length] as BenchWallet
  await payInvoices(port, await makeInvoices(port, wallets.length, BALANCE_SAT, at), () => rich)
  // Each payment is also the incoming payment of another wallet.
  const paymentsEach = Math.ceil(walletsEach / WALLETS_PER_PAYMENT)
  const invoices = await makeInvoices(port, (wallets.length * paymentsEach) / 2, 10, at)
  await payInvoices(port, invoices, (index) => at(index + 1))
  const used: UsedWallet[] = []
  for (const wallet of wallets) {
    const path = `/api/v1/payments?limit=${paymentsEach}`
    const payments = await ask<{ payment_hash: string }[]>('GET', path, { 'x-api-key': wallet.inkey })
    used.push({ ...wallet, hashes: payments.map((payment) => payment.payment_hash) })
  }
  const user = await register('several')
  const several: UsedWallet[] = []
  for (const name of ['big', 'small', 'empty']) {
    several.push({ ...(await user.open(name)), hashes: [], ...user.headers })
  }
  const payee = { ...(await superUser.openWallet('payee')), hashes: [] }
  return { wallets: used, unused, rich, payee, several }
}

/** Returns invoices in the order of their answers. */
export async function makeInvoices(port: number, count: number, amount: number, payee: (index: number) => BenchWallet) {
  const invoices: string[] = []
  const onAnswer: Request['onAnswer'] = ({ body }) =>
    void invoices.push((JSON.parse(body) as { payment_request: string }).payment_request)
  await sendMany(port, count, (index) => {
    const headers = { 'X-Api-Key': payee(index).inkey }
    return { text: writeRequest('POST', '/api/v1/payments', headers, { out: false, amount }), status: 201, onAnswer }
  })
  return invoices
}

export const writePayment = ({ adminkey }: BenchWallet, bolt11: string): string =>
  writeRequest('POST', '/api/v1/payments', { 'X-Api-Key': adminkey }, { out: true, bolt11 })

export const payInvoices = (
  port: number,
  invoices: readonly string[],
  payer: (index: number) => BenchWallet,
): Promise<number> =>
  sendMany(port, invoices.length, (index) => ({
    text: writePayment(payer(index), invoices[index] as string),
    status: 201,
  }))
